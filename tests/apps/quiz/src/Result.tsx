export default function Result({ right, of, onAgain }: { right: number; of: number; onAgain(): void }) {
  return (
    <>
      <h1>{right} of {of} right</h1>
      <button onClick={onAgain}>Again</button>
    </>
  );
}
