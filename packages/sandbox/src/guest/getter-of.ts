/** How a property is read as the browser has it, whatever becomes of it later. */
export function getterOf(owner: object, name: string): (of: object) => unknown {
  const { apply, getOwnPropertyDescriptor } = Reflect;
  const getter = getOwnPropertyDescriptor(owner, name)?.get;
  return (of) => (getter === undefined ? undefined : apply(getter, of, []));
}
