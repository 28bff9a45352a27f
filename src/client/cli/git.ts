import { execFileSync } from 'node:child_process'
import { CliError } from './cli-error.ts'

/** Runs git in a folder and returns its output. Throws a `CliError` if the folder is not in a repository. */
export function git(folder: string, ...args: readonly string[]): string {
  try {
    return execFileSync('git', ['-C', folder, ...args], {
      encoding: 'utf8',
      maxBuffer: 512 * 1024 * 1024,
      stdio: ['ignore', 'pipe', 'ignore'],
    })
  } catch (cause) {
    throw new CliError('This needs a git repository: run it in yours.', { cause })
  }
}

/** Tracked and untracked files below a folder, except ignored ones, with paths relative to it. */
export const filesIn = (folder: string): string[] =>
  git(folder, 'ls-files', '-z', '--cached', '--others', '--exclude-standard')
    .split('\0')
    .filter((file) => file !== '')

/** URL of the remote that a repository is named after. Undefined if it has no remote. */
export const remoteOf = (folder: string): string | undefined => {
  const names = git(folder, 'remote')
    .split('\n')
    .filter((one) => one !== '')
  const name = names.includes('origin') ? 'origin' : names[0]
  return name === undefined ? undefined : git(folder, 'remote', 'get-url', name).trim()
}
