import { Component } from "react";
import { Engine, Operator } from "./engine";
import "./calculator.css";

interface State { readonly display: string }

const KEYS = ["7", "8", "9", "÷", "4", "5", "6", "×", "1", "2", "3", "−", "0", ".", "=", "+"];
const OPERATORS: Record<string, Operator> = { "+": Operator.Plus, "−": Operator.Minus, "×": Operator.Times, "÷": Operator.Over };

class Calculator extends Component<object, State> {
  private readonly engine = new Engine();
  override state: State = { display: "0" };

  componentDidMount() {
    window.addEventListener("keydown", this.onKey);
  }
  componentWillUnmount() {
    window.removeEventListener("keydown", this.onKey);
  }
  private onKey = (event: KeyboardEvent): void => {
    const key = { "*": "×", "/": "÷", "-": "−", Enter: "=" }[event.key] ?? event.key;
    if (KEYS.includes(key)) this.press(key);
    if (event.key === "Escape") this.clear();
  };
  private press(key: string): void {
    const operator = OPERATORS[key];
    if (operator !== undefined) this.engine.operate(operator);
    else if (key === "=") this.engine.equals();
    else this.engine.digit(key);
    this.setState({ display: this.engine.display });
  }
  private clear(): void {
    this.engine.reset();
    this.setState({ display: "0" });
  }
  override render() {
    return (
      <div className="calculator">
        <output aria-label="Display">{this.state.display}</output>
        <div className="keys">
          {KEYS.map((key) => (
            <button key={key} className={key in OPERATORS ? "operator" : undefined} onClick={() => this.press(key)}>{key}</button>
          ))}
        </div>
        <button onClick={() => this.clear()}>Clear</button>
      </div>
    );
  }
}
export { Calculator as default };
