import { documentLines } from '../../shared/text/diff/document-lines.ts'
import { text } from '../../shared/text/word.ts'
import type { CommandInput, CommandOutput } from './command.ts'
import { flagOf } from './flag-of.ts'
import { readDeclarations } from './read-declarations.ts'
import { sourceOf } from './source.ts'

/** Runs `fanion get`: prints one flag of an environment in full. */
export async function get(asked: CommandInput): Promise<CommandOutput> {
  const { datafile } = await readDeclarations(sourceOf(asked))
  const flag = flagOf(datafile, asked.args[0] ?? '')
  const { project, environment, revision } = datafile
  const head = `${flag.key}, ${flag.type}, in ${project}, ${environment}, revision ${revision}`
  const lines = documentLines(flag).map(({ label, words }) => `  ${label}: ${text(words)}`)
  return { text: [head, ...lines].join('\n'), json: { project, environment, revision, flag } }
}
