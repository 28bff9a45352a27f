import { useSyncExternalStore } from 'react'
import { refusalOf } from '../../../api/refusal.ts'
import { subscribe } from '../../components/stored.ts'
import { lookAround, saveHere, thrownAway, waiting } from './sync-pass.ts'

/*
 * Takes the drafts of this browser to the server and brings those of the same person's other devices. What is typed is
 * kept here at once; the copy follows in the background, and waits as long as the server does not answer.
 */

/** Nobody typed for so long; however little somebody pauses, an edit waits no longer than `longestMs`. */
const settleMs = 500
const longestMs = 5_000
const firstRetryMs = 2_000
const longestRetryMs = 15_000

/** Why drafts are kept on this device only; null while they reach the server. */
export type SyncTrouble = 'no-answer' | 'refused' | null

let trouble: SyncTrouble = null
const listeners = new Set<() => void>()
const setTrouble = (next: SyncTrouble) => {
  trouble = next
  for (const listener of listeners) listener()
}
const listen = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
export const useSyncTrouble = (): SyncTrouble => useSyncExternalStore(listen, () => trouble)

const passing = new Set(['offline', 'server/unavailable', 'request/rate-limited'])

type Sync = { project: string; refresh: () => void; stop: () => void }
let running: Sync | null = null

/** Keeps the drafts of a project, and of no other, in step with the server; asked again, it looks what other devices did. */
export const syncDrafts = (project: string): void => {
  if (running?.project !== project) {
    running?.stop()
    running = start(project)
  }
  running.refresh()
}

const start = (project: string): Sync => {
  let timer: ReturnType<typeof setTimeout> | undefined
  let dueMs = Number.POSITIVE_INFINITY
  let editedMs: number | null = null
  let retryMs = firstRetryMs
  let stale = true
  let busy = false

  const soon = (ms: number) => {
    if (Date.now() + ms < dueMs) at(Date.now() + ms)
  }
  const at = (ms: number) => {
    clearTimeout(timer)
    dueMs = ms
    timer = setTimeout(() => void pass(), Math.max(0, ms - Date.now()))
  }
  const pass = async () => {
    dueMs = Number.POSITIVE_INFINITY
    editedMs = null
    if (busy) return
    busy = true
    try {
      if (stale) await lookAround(project)
      stale = false
      const refused = await saveHere(project)
      setTrouble(refused ? 'refused' : null)
      retryMs = firstRetryMs
    } catch (error) {
      // what other devices did meanwhile is looked at first when the server is back
      stale = true
      const mayPass = passing.has(refusalOf(error).code)
      setTrouble(mayPass ? 'no-answer' : 'refused')
      if (mayPass) soon(retryMs)
      retryMs = Math.min(2 * retryMs, longestRetryMs)
    } finally {
      busy = false
    }
    // what was typed or thrown away while the pass was on its way
    if (trouble === null && waiting(project)) soon(0)
  }
  const refresh = () => {
    stale = true
    soon(0)
  }
  const onEdit = subscribe(() => {
    if (busy || trouble === 'no-answer' || !waiting(project)) return
    // on another device a published draft would look like one that is still to come
    if (thrownAway(project)) return soon(0)
    editedMs ??= Date.now()
    at(Math.min(Date.now() + settleMs, editedMs + longestMs))
  })
  const onLook = () => {
    if (document.visibilityState === 'visible') refresh()
  }
  addEventListener('online', refresh)
  document.addEventListener('visibilitychange', onLook)
  addEventListener('focus', onLook)
  return {
    project,
    refresh,
    stop: () => {
      clearTimeout(timer)
      onEdit()
      removeEventListener('online', refresh)
      document.removeEventListener('visibilitychange', onLook)
      removeEventListener('focus', onLook)
    },
  }
}
