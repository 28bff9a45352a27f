/**
 * What a statement does, and to which table, such as `select revision`: all of it that a span tells. One that writes on its
 * way is named by that. Values, which are people's, are in no part of the text that is looked at.
 */
export function statementName(text: string): { readonly operation: string; readonly table: string | undefined } {
  const first = /^\s*(\w+)/.exec(text)?.[1]?.toLowerCase() ?? 'statement'
  const [, insert, update, remove] = writing.exec(text) ?? []
  const written = insert ?? update ?? remove
  if (written !== undefined) return { operation: insert ? 'insert' : update ? 'update' : 'delete', table: written }
  return { operation: first === 'with' ? 'select' : first, table: reading.exec(text)?.[1] }
}

// neither `for update of`, nor `do update set`
const writing = /\binsert into "?([a-z_]+)|\bupdate (?!set\b|of\b|skip\b|nowait\b)"?([a-z_]+)|\bdelete from "?([a-z_]+)/
// what a function makes, and a list, is no table
const reading = /\b(?:from|join)\s+"?([a-z_]+)(?![a-z_]*\()/
