// Installs a Debian package if this needs no confirmation: on Debian and Ubuntu, as root.
import { execFileSync, spawnSync } from 'node:child_process'

/** Whether this process has updated the package lists. */
let isUpdated = false

/** Returns whether the package was installed. Does not start its services. */
export function installDebian(name) {
  const apt = spawnSync('apt-get', ['--version'], { stdio: 'ignore' })
  if (apt.status !== 0 || process.getuid?.() !== 0) return false
  console.log(`Installing ${name} (once) …`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' }
  const quiet = { stdio: ['ignore', 'ignore', 'inherit'], env }
  try {
    if (!isUpdated) execFileSync('apt-get', ['update', '-qq'], quiet)
    isUpdated = true
    execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], quiet)
    return true
  } catch {
    return false
  }
}
