import { useSyncExternalStore } from 'react'
import { refusalOf } from '../../../api/refusal.ts'
import { subscribe } from '../../components/stored.ts'
import { hasUnsentChanges, pullRemoteDrafts, pushLocalDrafts, thrownAway } from './sync-pass.ts'

/*
 * Synchronizes the drafts of this browser with the server and thereby with the user’s other devices. Edits are stored
 * locally at once and saved in the background. If the server does not respond, they wait.
 */

/** Debounce in milliseconds. Continuous typing delays a save by at most `longestMs`. */
const settleMs = 500
const longestMs = 5_000
const firstRetryMs = 2_000
const longestRetryMs = 15_000

/** Why drafts are stored only on this device. Null while they reach the server. */
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

const temporaryErrorCodes = new Set(['offline', 'server/unavailable', 'request/rate-limited'])

type Sync = { project: string; refresh: () => void; stop: () => void }
let running: Sync | null = null

/**
 * Starts synchronizing the drafts of a project and stops for any other. If called again, fetches changes from other
 * devices.
 */
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
      if (stale) await pullRemoteDrafts(project)
      stale = false
      const refused = await pushLocalDrafts(project)
      setTrouble(refused ? 'refused' : null)
      retryMs = firstRetryMs
    } catch (error) {
      // After an outage, changes from other devices are fetched first.
      stale = true
      const mayPass = temporaryErrorCodes.has(refusalOf(error).code)
      setTrouble(mayPass ? 'no-answer' : 'refused')
      if (mayPass) soon(retryMs)
      retryMs = Math.min(2 * retryMs, longestRetryMs)
    } finally {
      busy = false
    }
    // Save edits that were made during this pass.
    if (trouble === null && hasUnsentChanges(project)) soon(0)
  }
  const refresh = () => {
    stale = true
    soon(0)
  }
  const onEdit = subscribe(() => {
    if (busy || trouble === 'no-answer' || !hasUnsentChanges(project)) return
    // Without this, a published draft would still appear as unpublished on other devices.
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
