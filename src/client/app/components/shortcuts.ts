import { useEffect, useRef, useSyncExternalStore } from 'react'
import { keymap, keysNow } from './keymap.ts'

/** A key or key sequence with its action. `mod+` is ⌘ on a Mac and Ctrl elsewhere; `g f` is a sequence. */
export type Shortcut = { keys: string; label: string; run: () => void }

let registered: readonly Shortcut[] = []
const listeners = new Set<() => void>()
const change = (next: readonly Shortcut[]) => {
  registered = next
  for (const listener of listeners) listener()
}
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** All currently active shortcuts, for the list of shortcuts. */
export const useShortcuts = (): readonly Shortcut[] => useSyncExternalStore(subscribe, () => registered)

/** The active shortcut with these default keys. */
export const shortcutNamed = (keys: string): Shortcut | undefined =>
  registered.findLast((shortcut) => shortcut.keys === keys)

/**
 * Registers a shortcut while the calling component is mounted. If several have the same keys, the newest wins. While
 * `may` is null (permission unknown), a key press is delayed until it is known.
 */
export const useShortcut = (keys: string, label: string, run: () => void, may: boolean | null = true): void => {
  const latest = useRef({ run, may })
  const isWaiting = useRef(false)
  useEffect(() => {
    latest.current = { run, may }
    if (may === null || !isWaiting.current) return
    isWaiting.current = false
    if (may) run()
  })
  useEffect(() => {
    const press = () => {
      if (latest.current.may === null) isWaiting.current = true
      else if (latest.current.may) latest.current.run()
    }
    const shortcut: Shortcut = { keys, label, run: press }
    change([...registered, shortcut])
    return () => change(registered.filter((other) => other !== shortcut))
  }, [keys, label])
}

const isField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement ||
    (target instanceof HTMLInputElement && !['checkbox', 'radio', 'button'].includes(target.type)))

/**
 * Whether a focused control handles the key itself: Enter activates buttons and links, Space buttons, arrow keys move
 * in inputs.
 */
const isOwnKey = (target: EventTarget | null, pressed: string): boolean => {
  if (!(target instanceof HTMLElement)) return false
  if (pressed === 'Enter') return target.matches('a, button, input, summary, [role^="menuitem"]')
  if (pressed === 'Space') return target.matches('button, input, summary, [role^="menuitem"]')
  return pressed.startsWith('Arrow') && target.matches('input, [role="slider"], [role^="menuitem"], [role="tab"]')
}

/** An event’s keys in the notation of `Shortcut.keys`. Shift is included only with letters: `?` already implies it. */
export const strokeOf = (event: KeyboardEvent): string => {
  const mod = event.metaKey || event.ctrlKey ? 'mod+' : ''
  if (event.key === ' ') return `${mod}Space`
  const shift = event.shiftKey && /^[a-z]$/i.test(event.key) ? 'shift+' : ''
  return mod + shift + (event.key.length === 1 ? event.key.toLowerCase() : event.key)
}

/**
 * Handles the shortcuts. Single keys are ignored while the user types or a dialog is open; `mod+` shortcuts always
 * work.
 */
export const useShortcutListener = (): void => {
  useEffect(() => {
    let prefix = ''
    let timer: ReturnType<typeof setTimeout> | undefined
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.altKey || event.isComposing) return
      const pressed = strokeOf(event)
      const busy = isField(event.target) || document.querySelector('[aria-modal="true"]') !== null
      if ((busy && !pressed.startsWith('mod+')) || isOwnKey(event.target, pressed)) return
      const map = keymap.read()
      const match = (keys: string) => registered.findLast((shortcut) => keysNow(shortcut.keys, map) === keys)
      const hit = (prefix && match(`${prefix} ${pressed}`)) || match(pressed)
      clearTimeout(timer)
      prefix = ''
      if (hit) {
        event.preventDefault()
        hit.run()
      } else if (!map.off && registered.some((shortcut) => shortcut.keys.startsWith(`${pressed} `))) {
        prefix = pressed
        timer = setTimeout(() => {
          prefix = ''
        }, 1_000)
      }
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [])
}

const isMac = typeof navigator !== 'undefined' && navigator.platform.startsWith('Mac')

const keyNames: Record<string, string> = {
  mod: isMac ? '⌘' : 'Ctrl',
  shift: isMac ? '⇧' : 'Shift',
  Enter: '↵',
  Space: 'Space',
  ArrowUp: '↑',
  ArrowDown: '↓',
}

/** Keys for display: `mod+Enter` becomes `⌘ ↵` or `Ctrl ↵`. */
export const shownKeys = (keys: string): string[] => keys.split(/[ +]/).map((key) => keyNames[key] ?? key.toUpperCase())
