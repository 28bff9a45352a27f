import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { TRPCClientError } from '@trpc/client'
import type { ReactNode } from 'react'
import { refusalOf } from '../../api/refusal.ts'
import { CopyButton } from '../components/copy-button.tsx'
import { isModuleMissing } from '../components/is-module-missing.ts'
import { StatePanel } from '../components/state-panel.tsx'
import { ErrorState } from '../features/loading/error-state.tsx'

/** Error page within the working shell. Shows API errors as such; the details of bugs can be copied. */
export function Crash({ error }: { error: unknown }): ReactNode {
  const router = useRouter()
  const again = () => void router.invalidate()
  if (error instanceof TRPCClientError)
    return <ErrorState refusal={refusalOf(error)} what="this page" onRetry={again} />
  const report = error instanceof Error ? `${error.message}\n${error.stack ?? ''}` : String(error)
  return (
    <StatePanel
      icon={IconAlertTriangle}
      title={isModuleMissing(error) ? 'Couldn’t load this page' : 'Something went wrong on this page'}
      alert
      actions={
        <>
          <Button onClick={() => location.reload()}>Reload page</Button>
          <CopyButton text={report} label="Copy report" />
        </>
      }
    >
      Your drafts are safe on this device.
    </StatePanel>
  )
}
