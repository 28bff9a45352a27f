import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { toasts } from './toasts.ts'

const id = 'reload'
let offered = false

/**
 * Reports once that a part of the page could not be loaded, and offers to reload. It does not reload by itself, because
 * that would discard unsaved input.
 */
export const offerReload = async (): Promise<void> => {
  if (offered) return
  offered = true
  const upgraded = await isUpgraded()
  toasts.show({
    id,
    tone: 'failed',
    title: upgraded ? 'Fanion has been updated' : 'Couldn’t load part of this page',
    message: upgraded
      ? 'Reload when you’re ready to use the new version.'
      : 'The server isn’t responding. Reload once it does.',
    action: <Reload />,
    showMs: null,
    gone: () => undefined,
  })
}

function Reload(): ReactNode {
  return (
    <Button size="compact-xs" variant="default" onClick={() => location.reload()}>
      Reload
    </Button>
  )
}

/** Whether the server delivers another build than the one running. */
const isUpgraded = async (): Promise<boolean> => {
  try {
    const response = await fetch('/', { headers: { accept: 'text/html' }, cache: 'no-store' })
    return response.ok && !(await response.text()).includes(new URL(import.meta.url).pathname)
  } catch {
    return false
  }
}
