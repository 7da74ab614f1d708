/** A stylesheet as text, put in by the build. */
declare module "*.css?raw" {
  const text: string;
  export default text;
}
