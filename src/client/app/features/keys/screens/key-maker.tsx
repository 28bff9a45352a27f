import { Button, SegmentedControl, TextInput } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import { type FormEvent, type ReactNode, useState } from 'react'
import { type CreatedSdkKey, SdkKeyKind } from '../../../../../shared/features/access/schemas/sdk-key.ts'
import type { Environment } from '../../../../../shared/features/projects/schemas/project.ts'
import { limits } from '../../../../../shared/limits.ts'
import { CopyButton } from '../../../components/copy-button.tsx'
import classes from './connect.module.css'
import { EncryptedConnection } from './encrypted-connection.tsx'

const kinds: Record<SdkKeyKind, string> = {
  server: 'For your servers. It can read every rule in this environment, so keep it secret.',
  client:
    'For browsers and mobile apps. It only evaluates flags that are available to client SDKs and never exposes rules.',
}

/** Creates an SDK key. A server key is shown once. */
export function KeyMaker(props: {
  environment: Environment
  made: CreatedSdkKey | null
  busy: boolean
  onCreate: (kind: SdkKeyKind, name: string) => void
}): ReactNode {
  const { environment, made, busy, onCreate } = props
  const [kind, setKind] = useState<SdkKeyKind>('server')
  const [name, setName] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onCreate(kind, name.trim() || `${environment.name} ${kind}`)
    setName('')
  }
  return (
    <section aria-labelledby="make-a-key">
      <h2 id="make-a-key" className={classes['heading']}>
        Key
      </h2>
      <form onSubmit={submit} className={classes['makerForm']}>
        <SegmentedControl
          aria-label="Key type"
          size="xs"
          data={[...SdkKeyKind.options]}
          value={kind}
          onChange={(chosen) => setKind(SdkKeyKind.parse(chosen))}
        />
        <TextInput
          aria-label="Key name"
          placeholder={`${environment.name} ${kind}`}
          maxLength={limits.nameLength}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Button type="submit" loading={busy} leftSection={<IconKey size={16} />}>
          Create {kind} key
        </Button>
      </form>
      <p className={classes['hint']}>{kinds[kind]}</p>
      {made === null ? null : (
        <div className={classes['made']} role="status">
          <code>{made.text}</code>
          <CopyButton text={made.text} label="Copy key" size="compact-sm" />
          <CopyButton text={`FANION_KEY=${made.text}\n`} label="Copy .env line" size="compact-sm" />
          {made.key.kind === 'server' ? <p>It’s shown only once. It’s also in the code below.</p> : null}
          {made.growthBook === null ? null : <EncryptedConnection connection={made.growthBook} />}
        </div>
      )}
    </section>
  )
}
