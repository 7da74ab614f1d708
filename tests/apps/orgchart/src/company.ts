export type Person = { name: string; reports: Person[] };
const person = (name: string, ...reports: Person[]): Person => ({ name, reports });

export const company = person("Director", person("Product", person("Design"), person("Research")), person("Platform", person("Web"), person("Data")), person("Support"));
