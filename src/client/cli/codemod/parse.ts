import { analyze, type Scope, type ScopeManager } from '@typescript-eslint/scope-manager'
import { link, type Node } from './node.ts'

type Comment = {
  readonly type: string
  readonly value: string
  readonly start: number
  readonly end: number
}

/** What a parser makes of a text; `errors` in its words. */
export type Parse = (
  file: string,
  text: string,
) => { readonly program: Node; readonly comments: readonly Comment[]; readonly errors: readonly string[] }

export type Variable = Scope['variables'][number]
/** A text with its tree, its comments, and who names what. */
export type Parsed = {
  readonly file: string
  readonly text: string
  readonly program: Node
  readonly comments: readonly Comment[]
  readonly variables: readonly Variable[]
  /** What an identifier refers to; undefined for what is declared nowhere in the file. */
  readonly variableOf: (identifier: Node) => Variable | undefined
}

/** Reads a text in full, or says why it cannot be read. */
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

// the parser's tree is the one the scope analysis was written for (ESTree with TypeScript); only its types have other names
const analyzed = (program: unknown): ScopeManager =>
  analyze(program as Parameters<typeof analyze>[0], { sourceType: 'module', lib: [] })

/** A node of the scope analysis as one of ours: they are the same objects. */
export const ours = (node: unknown): Node => node as Node
