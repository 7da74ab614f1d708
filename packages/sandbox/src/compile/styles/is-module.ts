/** Whether a stylesheet's names are its own: `card` becomes `Board_card_1x2y3z`. */
export function isModule(file: string): boolean {
  return file.endsWith(".module.css");
}
