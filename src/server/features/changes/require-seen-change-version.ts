import { FanionError } from '../../../shared/errors/fanion-error.ts'
import type { LoadedChange } from './load-change.ts'

/** Throws `change/edited` unless the change still has the version that the caller saw. */
export function requireSeenChangeVersion({ row }: LoadedChange, seen: number): void {
  const { number, version } = row
  if (version === seen) return
  const sentence = `Change ${number} was edited after you opened it: it’s now at version ${version}, and you saw ${seen}.`
  throw new FanionError('change/edited', { change: number, version, seen }, sentence)
}
