import { replace, type ShimPorts } from "./ports.ts";
import { takeOver } from "./take-over.ts";

/** A form that is sent would lead the frame away from its app, wherever to; so it is not sent, and that is told. */
export function installForms({ attempt }: Pick<ShimPorts, "attempt">): void {
  function refuse(address: string): void {
    const sent = address === "" ? "A form was sent" : `A form was sent to ${JSON.stringify(address)}`;
    attempt("form", address).refused(
      `${sent}, and an app's forms go nowhere. Handle it with onSubmit, and call event.preventDefault() there.`,
    );
  }
  const saidBy = (name: string, form: Element, submitter: Element | null = null): string =>
    submitter?.getAttribute(`form${name}`) ?? form.getAttribute(name) ?? "";

  function onSubmit(event: SubmitEvent): void {
    const { isTrusted, target, submitter } = event;
    // An event that is made up sends nothing, and the form of a dialog closes that.
    if (!isTrusted || !(target instanceof Element)) return;
    if (saidBy("method", target, submitter).toLowerCase() === "dialog") return;
    takeOver(event, () => refuse(saidBy("action", target, submitter)));
  }
  window.addEventListener("submit", onSubmit, { capture: true });
  replace(HTMLFormElement.prototype, "submit", function (this: HTMLFormElement) {
    refuse(saidBy("action", this));
  });
}
