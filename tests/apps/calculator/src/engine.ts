export enum Operator {
  Plus,
  Minus,
  Times,
  Over,
}

/** What the keys do. */
export class Engine {
  private left: number | undefined;
  private operator: Operator | undefined;
  private fresh = true;

  constructor(public display = "0") {}

  digit(key: string): void {
    if (this.fresh) this.display = key === "." ? "0." : key;
    else if (key !== "." || !this.display.includes(".")) this.display += key;
    this.fresh = false;
  }
  operate(operator: Operator): void {
    if (!this.fresh) this.equals();
    this.left = Number(this.display);
    this.operator = operator;
    this.fresh = true;
  }
  equals(): void {
    if (this.operator === undefined || this.left === undefined) return;
    const right = Number(this.display);
    switch (this.operator) {
      case Operator.Plus: this.show(this.left + right); break;
      case Operator.Minus: this.show(this.left - right); break;
      case Operator.Times: this.show(this.left * right); break;
      case Operator.Over: this.show(this.left / right); break;
    }
    this.operator = undefined;
    this.fresh = true;
  }
  reset(): void {
    this.left = this.operator = undefined;
    this.display = "0";
    this.fresh = true;
  }
  private show(value: number): void {
    this.display = Number.isFinite(value) ? String(+value.toPrecision(12)) : "Error";
  }
}
