import type { Node } from "oxc-parser";
import { directionOf } from "./addresses.ts";
import { ATTRIBUTES, linkRule, type Rule } from "./rules.ts";

/**
 * What setting an attribute shows. `element` is the name of one of the browser's own elements, or undefined
 * where it is not known which it is; `text` is what the value is or begins with, undefined where it is not
 * known.
 */
export function attributeRule(
  element: string | undefined,
  attribute: string,
  text: string | undefined,
): Rule | undefined {
  const name = attribute.toLowerCase();
  if (name === "download" && element === "a") return { capability: "navigation", name };
  const rule = name === "href" ? linkRule(element) : ATTRIBUTES.get(name);
  if (rule === undefined || text === undefined) return undefined;
  const direction = directionOf(text);
  // What a component of the app's own makes of a path is not known.
  const leads = direction === "network" || (direction === "elsewhere" && element !== undefined);
  return leads ? rule : undefined;
}

/** An attribute as it is written on an element. */
export interface Given {
  readonly name: string;
  /** Where the name stands. */
  readonly at: Node;
  readonly value: Node | undefined;
}

/** The attributes of an element, or the properties of an object that takes their place. */
export function attributesOf(node: Node): Given[] {
  if (node.type === "ObjectExpression") return node.properties.flatMap((property) => propertyOf(property));
  if (node.type !== "JSXOpeningElement") return [];
  return node.attributes.flatMap((attribute): Given[] => {
    if (attribute.type === "JSXSpreadAttribute") return attributesOf(attribute.argument);
    const { name, value } = attribute;
    const inner = value?.type === "JSXExpressionContainer" ? value.expression : value;
    const spelled = name.type === "JSXIdentifier" ? name.name : `${name.namespace.name}:${name.name.name}`;
    return [{ name: spelled, at: name, value: inner ?? undefined }];
  });
}

function propertyOf(property: Node): Given[] {
  if (property.type !== "Property" || property.computed) return [];
  const { key, value } = property;
  if (key.type === "Identifier") return [{ name: key.name, at: key, value }];
  return key.type === "Literal" && typeof key.value === "string" ? [{ name: key.value, at: key, value }] : [];
}
