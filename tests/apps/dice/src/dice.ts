export interface Roll { notation: string; dice: number[]; plus: number; total: number }

function counted<This extends Dice, Args extends unknown[], Out>(target: (this: This, ...args: Args) => Out, _context: ClassMethodDecoratorContext) {
  return function (this: This, ...args: Args): Out {
    Dice.count++;
    return target.apply(this, args);
  };
}

export class Dice implements Disposable {
  static count = 0;
  accessor sides = 6;
  readonly #times: number;

  constructor(private readonly notation: string, private readonly random = Math.random) {
    const match = /^(\d+)d(\d+)(?:\+(\d+))?$/.exec(notation.trim());
    if (!match) throw new Error(`${notation} is no dice, such as 2d6+1`);
    this.#times = Number(match[1]);
    this.sides = Number(match[2]);
    this.plus = Number(match[3] ?? 0);
  }
  plus = 0;

  @counted
  roll(): Roll {
    const dice = Array.from({ length: this.#times }, () => 1 + Math.floor(this.random() * this.sides));
    return { notation: this.notation, dice, plus: this.plus, total: dice.reduce((a, b) => a + b, this.plus) };
  }
  [Symbol.dispose]() {}
}
