import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { toasts } from './toasts.ts'

const id = 'reload'
let offered = false

/**
 * Says once that a part of the page could not be loaded, why, and what helps. The reload is the reader's to choose: what is
 * typed and not yet kept stays as long as they want it.
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

/** Whether the server's page names other scripts than the one that runs here. */
const isUpgraded = async (): Promise<boolean> => {
  try {
    const response = await fetch('/', { headers: { accept: 'text/html' }, cache: 'no-store' })
    return response.ok && !(await response.text()).includes(new URL(import.meta.url).pathname)
  } catch {
    return false
  }
}
