export { Answered } from "./answered.tsx";
export { ConsentForm } from "./consent-form.tsx";
export { SignInFirst } from "./sign-in-first.tsx";
