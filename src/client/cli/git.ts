import { execFileSync } from 'node:child_process'
import { CliError } from './cli-error.ts'

/** What git answers in a folder; a CliError where there is no repository. */
export function git(folder: string, ...args: readonly string[]): string {
  try {
    return execFileSync('git', ['-C', folder, ...args], {
      encoding: 'utf8',
      maxBuffer: 512 * 1024 * 1024,
      stdio: ['ignore', 'pipe', 'ignore'],
    })
  } catch (cause) {
    throw new CliError('This needs a folder that git keeps: run it in your repository.', { cause })
  }
}

/** The files below a folder that git keeps or would keep, by their paths from there. */
export const filesIn = (folder: string): string[] =>
  git(folder, 'ls-files', '-z', '--cached', '--others', '--exclude-standard')
    .split('\0')
    .filter((file) => file !== '')

/** The address of the remote that a folder's repository is named after; undefined where it has none. */
export const remoteOf = (folder: string): string | undefined => {
  const names = git(folder, 'remote')
    .split('\n')
    .filter((one) => one !== '')
  const name = names.includes('origin') ? 'origin' : names[0]
  return name === undefined ? undefined : git(folder, 'remote', 'get-url', name).trim()
}
