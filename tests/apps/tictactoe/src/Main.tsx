import { memo, useReducer } from "react";

type Player = "X" | "O";
type State = { squares: (Player | null)[]; turn: Player; history: (Player | null)[][] };
type Action = { type: "play"; at: number } | { type: "undo" } | { type: "reset" };

const LINES = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]] as const;
const START: State = { squares: Array(9).fill(null), turn: "X", history: [] };

function winner(squares: State["squares"]): Player | null {
  for (const [a, b, c] of LINES) if (squares[a] && squares[a] === squares[b] && squares[a] === squares[c]) return squares[a];
  return null;
}

function reducer(state: State, action: Action): State {
  switch (action.type) {
    case "play": {
      if (state.squares[action.at] || winner(state.squares)) return state;
      const squares = state.squares.slice();
      squares[action.at] = state.turn;
      return { squares, turn: state.turn === "X" ? "O" : "X", history: [...state.history, state.squares] };
    }
    case "undo": {
      const squares = state.history.at(-1);
      return squares ? { squares, turn: state.turn === "X" ? "O" : "X", history: state.history.slice(0, -1) } : state;
    }
    case "reset":
      return START;
    default:
      return action satisfies never;
  }
}

const Square = memo(function Square({ value, onPlay, label }: { value: Player | null; onPlay: () => void; label: string }) {
  return <button aria-label={label} style={{ width: 72, height: 72, fontSize: 32 }} onClick={onPlay}>{value}</button>;
});

export default memo(function TicTacToe() {
  const [state, dispatch] = useReducer(reducer, START);
  const won = winner(state.squares);
  return (
    <div style={{ display: "grid", justifyContent: "center", gap: 12 }}>
      <h1>{won ? `${won} wins` : state.squares.every(Boolean) ? "Draw" : `${state.turn} to play`}</h1>
      <div style={{ display: "grid", gridTemplateColumns: "repeat(3, 72px)", gap: 6 }}>
        {state.squares.map((value, at) => <Square key={at} value={value} label={`Square ${at + 1}`} onPlay={() => dispatch({ type: "play", at })} />)}
      </div>
      <div>
        <button onClick={() => dispatch({ type: "undo" })}>Undo</button> <button onClick={() => dispatch({ type: "reset" })}>New game</button>
      </div>
    </div>
  );
});
