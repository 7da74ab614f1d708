/** Why the data cannot be opened, told to the operator: what is wrong, where, and what to do. */
export class CannotOpenError extends Error {
  constructor(reason: { readonly what: string; readonly where: string; readonly remedy: string }) {
    super(`${reason.what}: ${reason.where}\n${reason.remedy}`);
    this.name = "CannotOpenError";
  }
}
