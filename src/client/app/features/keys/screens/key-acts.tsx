import type { ReactNode } from 'react'
import type { CreatedSdkKey, SdkKey } from '../../../../../shared/features/access/schemas/sdk-key.ts'
import { refusalOf } from '../../../../api/refusal.ts'
import { failed } from '../../../components/toast.tsx'
import { trpc } from '../../../trpc.ts'
import { RotateDialog } from '../rotate-dialog.tsx'
import { OriginsDialog } from './origins-dialog.tsx'
import { RevokeDialog } from './revoke-dialog.tsx'

export type KeyAct = { kind: 'rotate' | 'origins' | 'revoke'; key: SdkKey }

export function KeyActs(props: {
  project: string
  act: KeyAct
  onClose: () => void
  onMade: (made: CreatedSdkKey) => void
}): ReactNode {
  const { project, act, onClose, onMade } = props
  const utils = trpc.useUtils()
  const settled = async () => {
    onClose()
    await utils.keys.list.invalidate({ project })
  }
  const rotate = trpc.keys.rotate.useMutation({
    onSuccess: async (made) => {
      onMade(made)
      await settled()
    },
    onError: (error) => failed('Couldn’t rotate the key', refusalOf(error)),
  })
  const setOrigins = trpc.keys.setOrigins.useMutation({ onSuccess: settled })
  const revoke = trpc.keys.revoke.useMutation({
    onSuccess: settled,
    onError: (error) => failed('Couldn’t revoke the key', refusalOf(error)),
  })
  const { kind, key } = act
  const { id } = key
  if (kind === 'rotate')
    return (
      <RotateDialog
        name={key.name}
        busy={rotate.isPending}
        onClose={onClose}
        onRotate={(overlapHours) => rotate.mutate({ project, id, overlapHours })}
      >
        This creates a new key with the same name. You can move applications in {key.environment} to it while the old
        key still works.
      </RotateDialog>
    )
  if (kind === 'origins')
    return (
      <OriginsDialog
        sdkKey={key}
        busy={setOrigins.isPending}
        refusal={setOrigins.error ? refusalOf(setOrigins.error) : null}
        onClose={onClose}
        onSave={(allowedOrigins) => setOrigins.mutate({ project, id, allowedOrigins })}
      />
    )
  return <RevokeDialog sdkKey={key} onClose={onClose} onRevoke={() => revoke.mutate({ project, id })} />
}
