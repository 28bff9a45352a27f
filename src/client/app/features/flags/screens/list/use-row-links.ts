import { useRouter } from '@tanstack/react-router'
import { type MouseEvent, useRef } from 'react'

/** How long the pointer rests on a link before its page is loaded ahead. */
const restMs = 50

const pathOf = (target: EventTarget): string | undefined =>
  target instanceof Element ? target.closest('a')?.pathname : undefined

/**
 * Listeners for a table whose rows hold plain links: a click opens the page without loading the app again, a pointer at
 * rest loads it ahead. A link of the router in each row would be computed again at every change of the address.
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
