import { summary } from '../../shared/text/rules/sentence.ts'
import type { CommandInput, CommandOutput } from './command.ts'
import { readDeclarations } from './read-declarations.ts'
import { sourceOf } from './source.ts'

/** Runs `fanion flags`: lists the flags of an environment, one per line, with key, type and what each serves. */
export async function flags(asked: CommandInput): Promise<CommandOutput> {
  const { datafile } = await readDeclarations(sourceOf(asked))
  const list = Object.values(datafile.flags).toSorted((a, b) => (a.key < b.key ? -1 : 1))
  const width = Math.max(4, ...list.map(({ key }) => key.length))
  const lines = list.map((flag) => `${flag.key.padEnd(width)}  ${flag.type.padEnd(7)}  ${summary(flag)}`)
  const { project, environment, revision } = datafile
  const json = {
    project,
    environment,
    revision,
    flags: list.map((flag) => ({ key: flag.key, type: flag.type, on: flag.on, serves: summary(flag) })),
  }
  const text = lines.length > 0 ? lines.join('\n') : `${project} has no flags in ${environment} yet.`
  return { text, json }
}
