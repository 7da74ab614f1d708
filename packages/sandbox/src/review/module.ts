import type { Node } from "oxc-parser";
import type { Effort } from "./effort.ts";
import { isOwnPath } from "../compile/own-path.ts";
import { PACKAGE } from "./rules.ts";
import { bare, roleOf } from "./syntax.ts";
import { walk, type Visitor } from "./walk.ts";

/**
 * What is put in a place that is written: `value`, or a part of what `base` gets (its property `key`), or
 * both. With a scope, the names in it are declared there.
 */
export interface Target {
  readonly scope?: Scope | undefined;
  readonly value?: Node | undefined;
  readonly base?: Target | undefined;
  readonly key?: PropertyKey | undefined;
}

export interface PropertyKey {
  readonly node: Node;
  readonly computed: boolean;
}

/** A name of the module, and all that it is ever given. */
export interface Binding {
  /** What a package exports under it. */
  path: string | undefined;
  /** It is a function, a class or something of the app's other files. */
  own: boolean;
  readonly given: Target[];
}

interface Scope {
  readonly bindings: Map<string, Binding>;
}

/** A property that a pattern takes from what it is given, or all the others (no `key`). */
export interface Taken {
  readonly node: Node;
  readonly from: Target;
  readonly key: PropertyKey | undefined;
}

/** What a module's text says of itself, before anything is asked of it. */
export interface Module {
  /** Every node that runs, inner ones before outer ones. */
  readonly nodes: readonly Node[];
  /** The nodes that read or write a variable. */
  readonly references: ReadonlySet<Node>;
  /** What they mean, where the module itself declares it. */
  readonly bindings: ReadonlyMap<Node, Binding>;
  /** Variables and members that are written. */
  readonly written: ReadonlyMap<Node, Target>;
  readonly taken: readonly Taken[];
}

type Event =
  | { readonly open: Scope }
  | { readonly close: Scope }
  | { readonly read: Node & { name: string } };

/** What `var` declares its names in. */
const WHOLE_SCOPES = new Set([
  ..."Program FunctionDeclaration FunctionExpression ArrowFunctionExpression StaticBlock".split(" "),
  ..."TSModuleBlock".split(" "),
]);
const SCOPES = new Set([
  ...WHOLE_SCOPES,
  ..."ClassExpression BlockStatement ForStatement ForInStatement ForOfStatement".split(" "),
  ..."SwitchStatement CatchClause".split(" "),
]);

/** Where names stand for themselves: labels, properties, what a module calls its exports. */
const NO_VARIABLES = new Set([
  ..."LabeledStatement.label BreakStatement.label ContinueStatement.label".split(" "),
  ..."ImportSpecifier.imported ExportSpecifier.exported ExportAllDeclaration.exported".split(" "),
  ..."MetaProperty.meta MetaProperty.property ImportAttribute.key TSModuleDeclaration.id".split(" "),
  ..."TSQualifiedName.right".split(" "),
]);
/** The same, unless they are computed. */
const PROPERTIES = new Set([
  ..."MemberExpression.property Property.key MethodDefinition.key PropertyDefinition.key".split(" "),
  ..."AccessorProperty.key TSEnumMember.id".split(" "),
]);
/** Assignments that leave the value as it is. */
export const KEEPING = new Set(["=", "||=", "&&=", "??="]);

/** Reads a module. `other` is shown every node too, so that the program is walked but once. @throws TooMuch */
export function readModule(program: Node, effort: Effort, other: Visitor): Module {
  const reader = new ModuleReader();
  walk(
    program,
    {
      enter: (node) => {
        reader.enter(node);
        other.enter(node);
      },
      leave: (node) => {
        reader.leave(node);
        other.leave(node);
      },
    },
    effort,
  );
  return reader.finish();
}

class ModuleReader implements Visitor {
  readonly #nodes: Node[] = [];
  readonly #scopes: Scope[] = [];
  /** Those of them that `var` declares its names in. */
  readonly #wholeScopes: Scope[] = [];
  readonly #targets = new Map<Node, Target>();
  readonly #written = new Map<Node, Target>();
  readonly #taken: Taken[] = [];
  readonly #arguments = new Map<Node, readonly Node[]>();
  /** In the order of the text; what a name means is known when its scope was read whole. */
  readonly #events: Event[] = [];

  enter(node: Node): void {
    if (node.type === "FunctionDeclaration" || node.type === "ClassDeclaration") this.#declareOwn(node.id);
    if (SCOPES.has(node.type)) this.#open(node);
    const target = this.#targets.get(node);
    if (target !== undefined) this.#enterTarget(node, target);
    else if (isVariable(node)) this.#events.push({ read: node });
    else this.#enterOther(node);
  }

  leave(node: Node): void {
    this.#nodes.push(node);
    if (!SCOPES.has(node.type)) return;
    const scope = this.#scopes.pop();
    if (WHOLE_SCOPES.has(node.type)) this.#wholeScopes.pop();
    if (scope !== undefined) this.#events.push({ close: scope });
  }

  /** Tells what each name means, by one stack of bindings for each name. */
  finish(): Module {
    const known = new Map<string, Binding[]>();
    const bindings = new Map<Node, Binding>();
    const references = new Set<Node>();
    for (const event of this.#events) {
      if ("open" in event) {
        for (const [name, binding] of event.open.bindings) {
          const others = known.get(name);
          if (others === undefined) known.set(name, [binding]);
          else others.push(binding);
        }
      } else if ("close" in event) {
        for (const name of event.close.bindings.keys()) known.get(name)?.pop();
      } else {
        references.add(event.read);
        const binding = known.get(event.read.name)?.at(-1);
        if (binding !== undefined) bindings.set(event.read, binding);
        const given = this.#written.get(event.read);
        if (given !== undefined) binding?.given.push(given);
      }
    }
    return { nodes: this.#nodes, references, bindings, written: this.#written, taken: this.#taken };
  }

  #open(node: Node): void {
    const scope = { bindings: new Map<string, Binding>() };
    this.#scopes.push(scope);
    if (WHOLE_SCOPES.has(node.type)) this.#wholeScopes.push(scope);
    this.#events.push({ open: scope });
    if (node.type === "FunctionExpression" || node.type === "ClassExpression") this.#declareOwn(node.id);
    if ("params" in node && Array.isArray(node.params)) {
      const given = this.#arguments.get(node) ?? [];
      for (const [index, parameter] of node.params.entries()) {
        this.#targets.set(parameter, { scope, value: given[index] });
      }
    }
    if (node.type === "CatchClause" && node.param !== null) this.#targets.set(node.param, { scope });
  }

  /** A place that is declared or written, or a pattern that hands it on to others. */
  #enterTarget(node: Node, target: Target): void {
    const { scope } = target;
    if (node.type === "Identifier") {
      if (scope !== undefined) this.#declare(scope, node.name).given.push(target);
      else this.#write(node, target);
    } else if (node.type === "MemberExpression") {
      this.#write(node, target);
    } else if (node.type === "TSParameterProperty") {
      this.#targets.set(node.parameter, target);
    } else if (node.type === "AssignmentPattern") {
      this.#targets.set(node.left, { scope, base: target, value: node.right });
    } else if (node.type === "RestElement") {
      this.#targets.set(node.argument, { scope });
    } else if (node.type === "ArrayPattern") {
      for (const element of node.elements) if (element !== null) this.#targets.set(element, { scope });
    } else if (node.type === "ObjectPattern") {
      for (const property of node.properties) this.#enterProperty(property, target);
    } else if ("expression" in node && typeof node.expression === "object") {
      // `(name as any) = …`
      this.#targets.set(node.expression, target);
    }
  }

  #enterProperty(node: Node, from: Target): void {
    const { scope } = from;
    if (node.type === "Property") {
      const key = { node: node.key, computed: node.computed };
      this.#taken.push({ node: node.key, from, key });
      this.#targets.set(node.value, { scope, base: from, key });
    } else if (node.type === "RestElement") {
      this.#taken.push({ node, from, key: undefined });
      this.#targets.set(node, { scope });
    }
  }

  #enterOther(node: Node): void {
    switch (node.type) {
      case "VariableDeclarator": {
        const isVar = node.parent?.type === "VariableDeclaration" && node.parent.kind === "var";
        const scope = (isVar ? this.#wholeScopes : this.#scopes).at(-1);
        this.#targets.set(node.id, { scope, value: node.init ?? undefined });
        break;
      }
      case "AssignmentExpression":
        this.#targets.set(node.left, KEEPING.has(node.operator) ? { value: node.right } : {});
        break;
      case "ForInStatement":
      case "ForOfStatement":
        if (node.left.type !== "VariableDeclaration") this.#targets.set(node.left, {});
        break;
      case "UpdateExpression":
        this.#targets.set(node.argument, {});
        break;
      case "CallExpression":
      case "NewExpression":
        this.#arguments.set(bare(node.callee), node.arguments);
        break;
      case "ImportDeclaration":
        for (const specifier of node.specifiers) this.#import(specifier, node.source.value);
        break;
      case "TSEnumDeclaration":
        this.#declareOwn(node.id);
        break;
      case "TSImportEqualsDeclaration":
        this.#importEquals(node);
        break;
      default:
        break;
    }
  }

  #import(node: Node, from: string): void {
    const scope = this.#scopes.at(-1);
    if (scope === undefined || !("local" in node) || !("name" in node.local)) return;
    if ("importKind" in node && node.importKind === "type") return;
    const binding = this.#declare(scope, node.local.name);
    this.#targets.set(node.local, { scope });
    if (isOwnPath(from)) binding.own = true;
    else if (node.type !== "ImportSpecifier") binding.path = PACKAGE + from;
    else {
      const { imported } = node;
      const name = imported.type === "Literal" ? imported.value : imported.name;
      binding.path = `${PACKAGE}${from}.${name}`;
    }
  }

  #importEquals(node: Node & { type: "TSImportEqualsDeclaration" }): void {
    const scope = this.#scopes.at(-1);
    const { id, moduleReference } = node;
    if (scope === undefined) return;
    this.#targets.set(id, { scope, value: moduleReference });
    if (moduleReference.type !== "TSExternalModuleReference") return;
    const from = moduleReference.expression.value;
    const binding = this.#declare(scope, id.name);
    if (isOwnPath(from)) binding.own = true;
    else binding.path = PACKAGE + from;
  }

  #write(node: Node, target: Target): void {
    this.#written.set(node, target);
    if (node.type === "Identifier") this.#events.push({ read: node });
  }

  #declareOwn(id: Node | null): void {
    const scope = this.#scopes.at(-1);
    if (id?.type !== "Identifier" || scope === undefined) return;
    this.#declare(scope, id.name).own = true;
    this.#targets.set(id, { scope });
  }

  #declare({ bindings }: Scope, name: string): Binding {
    const known = bindings.get(name);
    if (known !== undefined) return known;
    const binding = { path: undefined, own: false, given: [] };
    bindings.set(name, binding);
    return binding;
  }
}

function isVariable(node: Node): node is Node & { readonly name: string } {
  const { parent } = node;
  if (node.type === "JSXIdentifier") {
    const isTag = parent?.type === "JSXOpeningElement" && !/^[a-z]/u.test(node.name);
    return isTag || (parent?.type === "JSXMemberExpression" && parent.object === node);
  }
  if (node.type !== "Identifier" || parent === undefined || parent === null) return false;
  const role = `${parent.type}.${roleOf(node) ?? ""}`;
  if (PROPERTIES.has(role)) return "computed" in parent && parent.computed;
  if (role === "ExportSpecifier.local") {
    return !(parent.parent?.type === "ExportNamedDeclaration" && parent.parent.source !== null);
  }
  return !NO_VARIABLES.has(role);
}
