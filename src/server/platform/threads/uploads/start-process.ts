import { type ChildProcess, fork } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const isSource = import.meta.url.endsWith('.ts')
const file = fileURLToPath(new URL(isSource ? './process.ts' : './uploads-process.js', import.meta.url))

/** The folders that the process may read: the bundle's, or the sources with their packages. */
const readableFolders = (): readonly string[] => {
  if (!isSource) return [path.dirname(file)]
  const root = path.resolve(path.dirname(file), '../../../../..')
  return [path.join(root, 'src'), path.join(root, 'node_modules'), path.join(root, 'package.json')]
}

/**
 * Node arguments of a process that may read its own code, but no other files, and start no child processes, threads or
 * native addons.
 */
export const sandboxArguments = (): string[] => [
  // Before Node 22.13 the permission model was experimental.
  process.allowedNodeEnvironmentFlags.has('--permission') ? '--permission' : '--experimental-permission',
  ...readableFolders().map((folder) => `--allow-fs-read=${folder}`),
  '--disable-warning=ExperimentalWarning',
]

/** Starts the process of one upload in a sandbox, without environment variables, files or network. */
export const startUploadProcess = (memoryMb: number): ChildProcess =>
  fork(file, [], {
    execArgv: [...sandboxArguments(), `--max-old-space-size=${memoryMb}`],
    env: {},
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })

/** Clock ticks per second in `/proc`: 100 on every Linux that Node supports. */
const ticksPerSecond = 100

/** Returns the CPU time of a process in milliseconds. Undefined if the platform does not report it. */
export async function processorMs({ pid }: ChildProcess): Promise<number | undefined> {
  if (process.platform !== 'linux') return undefined
  const text = await readFile(`/proc/${pid}/stat`, 'utf8')
  // The fields after the name in parentheses: utime is field 14 of the line, stime field 15.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  return ((Number(fields[11]) + Number(fields[12])) / ticksPerSecond) * 1_000
}
