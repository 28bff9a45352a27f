import { Button, Modal, TagsInput } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import type { SdkKey } from '../../../../../shared/features/access/schemas/sdk-key.ts'
import type { Refusal } from '../../../../api/refusal.ts'
import { FormError } from '../../../components/form-error.tsx'
import classes from '../../../components/name-and-key.module.css'

const isOrigin = (text: string) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)

/** Edits the web origins that may use a client key. */
export function OriginsDialog(props: {
  sdkKey: SdkKey
  busy: boolean
  refusal: Refusal | null
  onClose: () => void
  onSave: (origins: string[]) => void
}): ReactNode {
  const { sdkKey, busy, refusal, onClose, onSave } = props
  const [origins, setOrigins] = useState(sdkKey.allowedOrigins)
  const wrong = origins.find((origin) => !isOrigin(origin))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (wrong === undefined) onSave(origins)
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={`Allowed origins for ${sdkKey.name}`}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <form onSubmit={submit} className={classes['form']}>
        <TagsInput
          label="Allowed origins"
          description="Leave empty to allow any origin. Type one and press Enter."
          placeholder={origins.length === 0 ? 'https://shop.example.com' : ''}
          data-autofocus
          value={origins}
          onChange={setOrigins}
          error={wrong === undefined ? null : `${wrong} isn’t a valid origin. Use the form https://shop.example.com`}
        />
        <FormError refusal={refusal} fields={[]} />
        <div>
          <Button type="submit" loading={busy} disabled={wrong !== undefined}>
            Save
          </Button>
        </div>
      </form>
    </Modal>
  )
}
