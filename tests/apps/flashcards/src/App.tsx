import { useState } from "react";
import logo from "./logo.svg";
import deck from "./deck.txt";
import "./cards.css";

const cards = deck.trim().split("\n").map((line) => line.split("=") as [string, string]);

export default function Flashcards() {
  const [at, setAt] = useState(0);
  const [turned, setTurned] = useState(false);
  const [front, back] = cards[at % cards.length]!;
  return (
    <div className="deck">
      <img src={logo} alt="A stack of cards" width={72} height={72} />
      <button className={turned ? "card turned" : "card"} onClick={() => setTurned(!turned)}>{turned ? back : front}</button>
      <div>
        <button onClick={() => { setAt(at + 1); setTurned(false); }}>Next card</button> {at % cards.length + 1} / {cards.length}
      </div>
    </div>
  );
}
