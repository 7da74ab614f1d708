export { default } from "./Main";
