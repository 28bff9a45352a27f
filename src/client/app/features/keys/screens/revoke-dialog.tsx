import type { ReactNode } from 'react'
import type { SdkKey } from '../../../../../shared/features/access/schemas/sdk-key.ts'
import { TypedConfirm } from '../../../components/typed-confirm.tsx'

/** Revoking cannot be undone, so the user must type the key’s name. */
export function RevokeDialog(props: { sdkKey: SdkKey; onClose: () => void; onRevoke: () => void }): ReactNode {
  const { sdkKey, onClose, onRevoke } = props
  return (
    <TypedConfirm
      title={`Revoke ${sdkKey.name}`}
      name={sdkKey.name}
      act="Revoke key"
      onClose={onClose}
      onConfirm={onRevoke}
    >
      Applications in {sdkKey.environment} that use this key stop receiving updates and keep their last values. This
      can’t be undone.
    </TypedConfirm>
  )
}
