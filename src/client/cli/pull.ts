import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { flagsModule } from '../../shared/codegen/flags-module.ts'
import { openFeatureManifest } from '../../shared/codegen/openfeature-manifest.ts'
import { counted } from '../../shared/text/rules/percent.ts'
import { UsageError } from './cli-error.ts'
import type { CommandOutput } from './command.ts'
import { makeFolderOf, withFile } from './file-error.ts'
import { readDeclarations, type Source } from './read-declarations.ts'
import { shownPath } from './shown.ts'

/** Output formats: TypeScript declarations, or a manifest for the OpenFeature CLI. */
export const formats = { typescript: 'flags.gen.ts', openfeature: 'flags.json' } as const
export type Format = keyof typeof formats

/** Whether a file may be overwritten: it is empty, or a generated file, even if it was edited since. */
const isOurs: Record<Format, (text: string) => boolean> = {
  typescript: (text) => text.trim() === '' || /fanion pull|defineFlags/.test(text),
  openfeature: (text) => text.trim() === '' || /flag-manifest|"flags"/.test(text),
}

/**
 * Runs `fanion pull`: writes typed declarations of an environment’s flags and context to a file, and creates its
 * folder. Reports if the file is already up to date.
 */
export async function pull(source: Source, path: string, format: Format = 'typescript'): Promise<CommandOutput> {
  const file = shownPath(path)
  const { datafile, attributes, notes, events } = await readDeclarations(source)
  const text =
    format === 'openfeature' ? openFeatureManifest(datafile, notes) : flagsModule(datafile, attributes, notes, events)
  const flags = Object.keys(datafile.flags).length
  const json = { file, project: datafile.project, flags }
  const before = existsSync(path) ? withFile(path, 'read', () => readFileSync(path, 'utf8')) : undefined
  if (before === text)
    return { text: `${file} is up to date (${counted(flags, 'flag')}).`, json: { ...json, written: false } }
  if (before !== undefined && !isOurs[format](before))
    throw new UsageError(
      `${file} has other content, which would be lost. Name another file with --out, or delete it first.`,
    )
  withFile(path, 'written', () => {
    makeFolderOf(path)
    writeFileSync(path, text)
  })
  return {
    text: `Wrote ${counted(flags, 'flag')} from ${datafile.project} to ${file}.`,
    json: { ...json, written: true },
  }
}
