/**
 * Returns the operation and table of a statement, for example `select revision`: the only parts that a span records. A
 * CTE that writes determines the name. Statement texts contain no parameter values.
 */
export function statementName(text: string): { readonly operation: string; readonly table: string | undefined } {
  const first = /^\s*(\w+)/.exec(text)?.[1]?.toLowerCase() ?? 'statement'
  const [, insert, update, remove] = writing.exec(text) ?? []
  const written = insert ?? update ?? remove
  if (written !== undefined) return { operation: insert ? 'insert' : update ? 'update' : 'delete', table: written }
  return { operation: first === 'with' ? 'select' : first, table: reading.exec(text)?.[1] }
}

// Excludes `for update of` and `do update set`.
const writing = /\binsert into "?([a-z_]+)|\bupdate (?!set\b|of\b|skip\b|nowait\b)"?([a-z_]+)|\bdelete from "?([a-z_]+)/
// Excludes function calls and subqueries.
const reading = /\b(?:from|join)\s+"?([a-z_]+)(?![a-z_]*\()/
