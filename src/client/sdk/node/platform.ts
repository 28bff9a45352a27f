import { randomUUID } from 'node:crypto'
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import type { Fetch, Platform, TextFile } from '../core/platform.ts'

import { packageBuild } from './package-build.ts'

/** The platform of Node: timers that do not keep the process alive, and files if paths are given. */
export const nodePlatform = (fetch: Fetch, cacheFile: string | undefined, outboxFile?: string): Platform => ({
  name: '@fanion/sdk/node',
  now: Date.now,
  random: Math.random,
  newId: randomUUID,
  startTimer: (run, afterMs, hold = false) => {
    const timer = setTimeout(run, afterMs)
    if (!hold) timer.unref()
    return () => clearTimeout(timer)
  },
  fetch,
  warn: (message) => console.warn(message),
  build: () => packageBuild(),
  file: cacheFile === undefined ? null : textFile(cacheFile),
  outboxFile: outboxFile === undefined ? null : textFile(outboxFile),
})

/** A file that only its owner can read. Writes are atomic: a new file replaces the old one. Its folder must exist. */
const textFile = (path: string): TextFile => ({
  read: async () => {
    try {
      return await readFile(path, 'utf8')
    } catch (cause) {
      if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return null
      throw cause
    }
  },
  write: async (text) => {
    const fresh = `${path}.${process.pid}.${randomUUID()}`
    try {
      await writeFile(fresh, text, { mode: 0o600, flush: true })
      await rename(fresh, path)
    } catch (cause) {
      await rm(fresh, { force: true })
      throw cause
    }
  },
})
