import { analyze, type Scope, type ScopeManager } from '@typescript-eslint/scope-manager'
import { link, type Node } from './node.ts'

type Comment = {
  readonly type: string
  readonly value: string
  readonly start: number
  readonly end: number
}

/** A parser. `errors` are its own messages. */
export type Parse = (
  file: string,
  text: string,
) => { readonly program: Node; readonly comments: readonly Comment[]; readonly errors: readonly string[] }

export type Variable = Scope['variables'][number]
/** A source text with its syntax tree, comments and scope analysis. */
export type Parsed = {
  readonly file: string
  readonly text: string
  readonly program: Node
  readonly comments: readonly Comment[]
  readonly variables: readonly Variable[]
  /** Resolves an identifier. Undefined if the file does not declare it. */
  readonly variableOf: (identifier: Node) => Variable | undefined
}

/** Parses a text completely, or returns why it cannot be parsed. */
export function parsed(file: string, text: string, parse: Parse): Parsed | { readonly error: string } {
  const { program, comments, errors } = parse(file, text)
  const [error] = errors
  if (error !== undefined) return { error }
  link(program)
  const { scopes } = analyzed(program)
  const references = new Map<unknown, Variable>()
  const variables = scopes.flatMap((scope) => scope.variables)
  for (const variable of variables)
    for (const { identifier } of variable.references) references.set(identifier, variable)
  for (const variable of variables) for (const name of variable.identifiers) references.set(name, variable)
  return { file, text, program, comments, variables, variableOf: (identifier) => references.get(identifier) }
}

// Safe cast: both are ESTree with TypeScript; only their type names differ.
const analyzed = (program: unknown): ScopeManager =>
  analyze(program as Parameters<typeof analyze>[0], { sourceType: 'module', lib: [] })

/** Safe cast: the scope analysis refers to the same node objects. */
export const asNode = (node: unknown): Node => node as Node
