import moment from "./moment.mjs";
import { forwardRef, useImperativeHandle, useRef, useState, useSyncExternalStore } from "react";

const clock = {
  subscribe(listener: () => void) {
    const id = setInterval(listener, 200);
    return () => clearInterval(id);
  },
  now: () => Math.floor(Date.now() / 1000),
};

interface Handle { restart(): void }
const Countdown = forwardRef<Handle, { seconds: number }>(function Countdown({ seconds }, ref) {
  const now = useSyncExternalStore(clock.subscribe, clock.now);
  const [end, setEnd] = useState(() => clock.now() + seconds);
  useImperativeHandle(ref, () => ({ restart: () => setEnd(clock.now() + seconds) }), [seconds]);
  return <p role="timer" style={{ fontSize: 48 }}>{moment(Math.max(0, end - now))}</p>;
});

export default function App() {
  const handle = useRef<Handle>(null);
  const [seconds, setSeconds] = useState(90);
  return (
    <center>
      <h1>Countdown</h1>
      <Countdown key={seconds} ref={handle} seconds={seconds} />
      {[30, 90, 300].map((s) => <button key={s} onClick={() => setSeconds(s)}>{moment(s)}</button>)}
      <button onClick={() => handle.current?.restart()}>Restart</button>
    </center>
  );
}
