import { execFileSync } from 'node:child_process'

/** Makes mounts that only one process and its children see: as root, or with user namespaces if they are allowed. */
const apart = ['unshare', ...(process.getuid?.() === 0 ? [] : ['--user', '--map-root-user']), '--mount']

/** Whether this machine allows such mounts. */
export const mountable = (() => {
  try {
    execFileSync(apart[0] ?? '', [...apart.slice(1), 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
})()

/** A command prefix that runs a program with a disk of limited size at a folder. */
export const onSmallDisk = (folder: string, mebibytes: number): readonly string[] => [
  ...apart,
  'sh',
  '-c',
  `mount -t tmpfs -o size=${mebibytes}m,mode=755 tmpfs "$0" && exec "$@"`,
  folder,
]
