import { execFileSync } from 'node:child_process'

/** A mount that only one process and its children see; as root, or where people may have namespaces of their own. */
const apart = ['unshare', ...(process.getuid?.() === 0 ? [] : ['--user', '--map-root-user']), '--mount']

/** Whether this machine lets us have a disk of our own. */
export const mountable = (() => {
  try {
    execFileSync(apart[0] ?? '', [...apart.slice(1), 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
})()

/** What runs a program that sees a disk of so many MiB at a folder; the rest of its arguments are the program. */
export const onSmallDisk = (folder: string, mebibytes: number): readonly string[] => [
  ...apart,
  'sh',
  '-c',
  `mount -t tmpfs -o size=${mebibytes}m,mode=755 tmpfs "$0" && exec "$@"`,
  folder,
]
