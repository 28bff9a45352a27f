import { Anchor, Checkbox, Modal, SegmentedControl } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { FlagType } from '../../../../../shared/schemas/flag.ts'
import { CreateFlagInput } from '../../../../../shared/schemas/flag-view.ts'
import type { Environment } from '../../../../../shared/schemas/project.ts'
import { refusalOf } from '../../../../api/refusal.ts'
import type { NameAndKeyValue } from '../../../components/name-and-key.tsx'
import { NameAndKeyForm } from '../../../components/name-and-key-form.tsx'
import { done } from '../../../components/toast.tsx'
import { trpc } from '../../../trpc.ts'
import { firstVariants, readVariants, type TypedVariant, VariantFields } from './variant-fields.tsx'

const route = getRouteApi('/in/p/$project/flags')

/** Where a new flag starts on: the first environment that is not protected. */
const firstOpen = (environments: readonly Environment[]) => environments.find((environment) => !environment.protected)

/** A new flag over the list: type a name, press Enter. On in the first open environment, boolean, key from the name. */
export function NewFlagDialog(): ReactNode {
  const { project } = route.useParams()
  const navigate = route.useNavigate()
  const utils = trpc.useUtils()
  const first = firstOpen(trpc.environments.list.useQuery({ project }).data ?? [])
  const [type, setType] = useState<FlagType>('boolean')
  const [on, setOn] = useState(true)
  const [variants, setVariants] = useState<TypedVariant[]>([])
  const [shown, setShown] = useState(false)
  const close = () => void navigate({ search: (old) => ({ ...old, new: undefined }), resetScroll: false })
  const { mutateAsync: createFlag } = trpc.flags.create.useMutation()
  const create = useMutation({
    mutationFn: async (value: NameAndKeyValue) => {
      // whoever types fast is here before the environments are
      const known = on ? await utils.environments.list.ensureData({ project }) : []
      const where = firstOpen(known)
      const own = type === 'boolean' ? undefined : (readVariants(type, variants) ?? undefined)
      const onIn = where === undefined ? [] : [where.key]
      const flag = await createFlag({ project, ...value, type, variants: own, onIn })
      return { flag, where }
    },
    onSuccess: async ({ flag, where }) => {
      void utils.flags.keys.invalidate({ project })
      await utils.flags.list.invalidate({ project })
      const snippet = (
        <Anchor component={Link} to={`/p/${project}/connect?flag=${encodeURIComponent(flag.key)}`} fz="sm">
          Get snippet
        </Anchor>
      )
      done(`${flag.key} is ${where ? `on in ${where.name}` : 'off everywhere'}.`, { action: snippet })
      close()
    },
  })
  const submit = (value: NameAndKeyValue) => {
    setShown(true)
    if (type === 'boolean' || readVariants(type, variants) !== null) create.mutate(value)
  }
  const choose = (chosen: string) => {
    const next = FlagType.parse(chosen)
    setType(next)
    setVariants(firstVariants(next))
  }
  return (
    <Modal opened onClose={close} title="New flag" closeButtonProps={{ 'aria-label': 'Close' }}>
      <NameAndKeyForm
        schema={CreateFlagInput.pick({ name: true, key: true })}
        placeholder="Checkout redesign"
        maxKeyLength={100}
        submit="Create flag"
        pending={create.isPending}
        refusal={create.error ? refusalOf(create.error) : null}
        onSubmit={submit}
      >
        <SegmentedControl aria-label="Type" data={[...FlagType.options]} value={type} onChange={choose} size="xs" />
        {type === 'boolean' ? null : (
          <VariantFields type={type} variants={variants} onChange={setVariants} showProblems={shown} />
        )}
        {first === undefined ? null : (
          <Checkbox
            label={`On in ${first.name}`}
            checked={on}
            onChange={(event) => setOn(event.currentTarget.checked)}
          />
        )}
      </NameAndKeyForm>
    </Modal>
  )
}
