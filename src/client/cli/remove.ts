import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { createTwoFilesPatch } from 'diff'
import { counted } from '../../shared/text/rules/percent.ts'
import { CliError, UsageError } from './cli-error.ts'
import { isCode } from './codemod/find-references.ts'
import { type PlacedLeftover, removeFromProgram } from './codemod/remove-from-program.ts'
import type { CommandInput, CommandOutput } from './command.ts'
import { withFile } from './file-error.ts'
import { filesIn, git } from './git.ts'
import { loadParser } from './load-parser.ts'
import { onlyServedValue } from './only-served-value.ts'
import { tsconfigPaths } from './tsconfig-paths.ts'

/** Larger files are assumed to be generated. */
const mostBytes = 2 * 1024 * 1024

/**
 * Runs `fanion remove`: removes a flag from the code in a folder. Shows the changes, or writes them and reverts them if
 * a check fails.
 */
export async function remove(asked: CommandInput): Promise<CommandOutput> {
  const { args, values, say } = asked
  const [key = '', place = '.'] = args
  if (values.write === undefined && (values.check !== undefined || values.force !== undefined))
    throw new UsageError('--check and --force go with --write.')
  const folder = path.resolve(place)
  if (
    values.write !== undefined &&
    values.force === undefined &&
    git(folder, 'status', '--porcelain', '--untracked-files=no').trim() !== ''
  )
    throw new CliError('There are changes that are not committed. Commit or stash them first, or add --force.')
  const { variant, value } = await onlyServedValue(asked, key)
  const files = new Map(
    filesIn(folder)
      .filter(isCode)
      .flatMap((file) => read(folder, file)),
  )
  const parse = await loadParser()
  const { changed, leftovers, reads } = removeFromProgram(files, { key, value, parse, paths: tsconfigPaths(folder) })
  const patch = [...changed]
    .map(([file, text]) =>
      createTwoFilesPatch(`a/${file}`, `b/${file}`, files.get(file) ?? '', text, '', '', { context: 3 }).replace(
        /^=+\n/,
        '',
      ),
    )
    .join('')
  const isWritten = values.write !== undefined && changed.size > 0
  if (isWritten) {
    for (const [file, text] of changed) withFile(file, 'written', () => writeFileSync(path.join(folder, file), text))
    if (values.check !== undefined)
      check(
        values.check,
        folder,
        () => {
          for (const file of changed.keys()) writeFileSync(path.join(folder, file), files.get(file) ?? '')
        },
        say,
      )
  }
  const json = { flag: key, variant, value, reads, written: isWritten, files: [...changed.keys()], leftovers, patch }
  const stays = leftovers.filter((one) => one.stays)
  return {
    text: removalReportText({ key, variant, reads, isWritten, patch, files: changed.size, leftovers }),
    json,
    found: stays.length > 0,
  }
}

const read = (folder: string, file: string): [string, string][] => {
  const place = path.join(folder, file)
  if (!existsSync(place)) return []
  const text = withFile(file, 'read', () => readFileSync(place, 'utf8'))
  return text.length > mostBytes ? [] : [[file, text]]
}

/** Runs the check command. If it fails, restores the files. */
function check(command: string, folder: string, takeBack: () => void, say: (line: string) => void): void {
  say(`Running: ${command}`)
  const { status } = spawnSync(command, { shell: true, cwd: folder, stdio: ['ignore', 2, 2] })
  if (status === 0) return
  takeBack()
  throw new CliError(
    `The check failed (${status === null ? 'it was ended' : `exit code ${status}`}). The files are as they were.`,
  )
}

type RemovalReport = {
  key: string
  variant: string
  reads: number
  isWritten: boolean
  patch: string
  files: number
  leftovers: readonly PlacedLeftover[]
}

function removalReportText({ key, variant, reads, isWritten, patch, files, leftovers }: RemovalReport): string {
  if (files === 0 && leftovers.length === 0) return `No code here reads ${key}.`
  const head = `${isWritten ? 'Removed' : 'Would remove'} ${key} as ${variant}: ${counted(reads, 'read')}, ${counted(files, 'file')} changed.`
  const lines = (title: string, some: readonly PlacedLeftover[]) =>
    some.length === 0
      ? []
      : [`\n${title}`, ...some.map((one) => `  ${one.file}:${one.line}:${one.column}  ${one.reason}`)]
  return [
    ...(patch === '' ? [] : [patch]),
    head,
    ...lines(
      'Stays, because it can’t be proven to be the same:',
      leftovers.filter((one) => one.stays),
    ),
    ...lines(
      'Good to know:',
      leftovers.filter((one) => !one.stays),
    ),
    ...(isWritten || files === 0 ? [] : ['\nNothing was written. Write it with --write.']),
  ].join('\n')
}
