import { lazy, Suspense, useState } from "react";
import questions from "./questions.json";
import styles from "./quiz.module.css";

const Result = lazy(() => import("./Result"));

function Quiz() {
  const [at, setAt] = useState(0);
  const [right, setRight] = useState(0);
  const [picked, setPicked] = useState<number | null>(null);
  const question = questions[at];
  if (!question)
    return (
      <Suspense fallback={<p>Counting…</p>}>
        <Result right={right} of={questions.length} onAgain={() => { setAt(0); setRight(0); }} />
      </Suspense>
    );
  const pick = (index: number) => {
    if (picked !== null) return;
    setPicked(index);
    if (index === question.answer) setRight(right + 1);
  };
  return (
    <main className={styles.quiz}>
      <progress max={questions.length} value={at} aria-label="Progress" />
      <h1 className={styles.question}>{question.text}</h1>
      <ul className={styles.options}>
        {question.options.map((option, i) => (
          <li key={option}>
            <button className={picked === null ? styles.option : i === question.answer ? styles.right : i === picked ? styles.wrong : styles.option} onClick={() => pick(i)}>{option}</button>
          </li>
        ))}
      </ul>
      <button disabled={picked === null} onClick={() => { setPicked(null); setAt(at + 1); }}>Next</button>
    </main>
  );
}
const App = Quiz;
export default App;
