import { useRouter } from '@tanstack/react-router'
import { type MouseEvent, useRef } from 'react'

/** Milliseconds that the pointer must rest on a link before its page is preloaded. */
const restMs = 50

const pathOf = (target: EventTarget): string | undefined =>
  target instanceof Element ? target.closest('a')?.pathname : undefined

/**
 * Event listeners for a table with plain links. A click navigates without reloading the app, and hovering preloads the
 * page. Router links would all be recomputed with each change of the URL.
 */
export const useRowLinks = () => {
  const router = useRouter()
  const resting = useRef<ReturnType<typeof setTimeout>>(undefined)
  return {
    onClick: (event: MouseEvent) => {
      const path = pathOf(event.target)
      const elsewhere = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0
      if (path === undefined || elsewhere || event.defaultPrevented) return
      event.preventDefault()
      void router.navigate({ href: path })
    },
    onMouseOver: (event: MouseEvent) => {
      clearTimeout(resting.current)
      const path = pathOf(event.target)
      if (path !== undefined) resting.current = setTimeout(() => void router.preloadRoute({ to: path }), restMs)
    },
  }
}
