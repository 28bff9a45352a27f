import { Anchor, Checkbox, Modal, SegmentedControl } from '@mantine/core'
import { skipToken, useMutation } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { firstVariantsOf } from '../../../../../../shared/features/builds/first-variants.ts'
import type { DeclaredFlag } from '../../../../../../shared/features/builds/schemas/build.ts'
import { CreateFlagInput } from '../../../../../../shared/features/flags/schemas/flag-view.ts'
import type { Environment } from '../../../../../../shared/features/projects/schemas/project.ts'
import { FlagType } from '../../../../../../shared/schemas/flag.ts'
import { refusalOf } from '../../../../../api/refusal.ts'
import { nameFromKey } from '../../../../components/key-from-name.ts'
import type { NameAndKeyValue } from '../../../../components/name-and-key.tsx'
import { NameAndKeyForm } from '../../../../components/name-and-key-form.tsx'
import { newId } from '../../../../components/new-id.ts'
import { done } from '../../../../components/toast.tsx'
import { trpc } from '../../../../trpc.ts'
import { firstVariants, readVariants, type TypedVariant, VariantFields } from './variant-fields.tsx'
import { shownValue } from './variant-value.ts'

const route = getRouteApi('/in/p/$project/flags')

/** The environment where a new flag starts on: the first that is not protected. */
const firstOpen = (environments: readonly Environment[]) => environments.find((environment) => !environment.protected)

/**
 * Creates a flag: type a name, press Enter. The default is a boolean flag, on in the first unprotected environment,
 * with a key derived from the name. `like` is the key of an unknown flag that builds ask for, used as a template.
 */
export function NewFlagDialog({ like }: { like?: string | undefined }): ReactNode {
  const { project } = route.useParams()
  const unknown = trpc.builds.unknown.useQuery(like === undefined ? skipToken : { project })
  if (like === undefined) return <NewFlag />
  if (unknown.isPending) return null
  const declared = unknown.data?.find(({ declared: { key } }) => key === like)?.declared
  return <NewFlag like={declared ?? { key: like }} />
}

/** Initial values: a key, and what a build declares if there is one. */
type NewFlagDefaults = Pick<DeclaredFlag, 'key'> & Partial<DeclaredFlag>

const typedVariants = ({ type, ...like }: NewFlagDefaults): TypedVariant[] => {
  if (type === undefined || like.default === undefined) return []
  const first = firstVariantsOf({ variants: null, ...like, type, default: like.default })
  return first.map(({ key, value }) => ({ id: newId(), key, text: shownValue(type, value) }))
}

function NewFlag({ like }: { like?: NewFlagDefaults }): ReactNode {
  const { project } = route.useParams()
  const navigate = route.useNavigate()
  const utils = trpc.useUtils()
  const first = firstOpen(trpc.environments.list.useQuery({ project }).data ?? [])
  const [type, setType] = useState<FlagType>(like?.type ?? 'boolean')
  // A flag that builds already read starts off, so that no user gets a different value.
  const [on, setOn] = useState(like === undefined)
  const [variants, setVariants] = useState<TypedVariant[]>(() => (like ? typedVariants(like) : []))
  const [shown, setShown] = useState(false)
  // The default boolean variants: on, and off while the flag is off.
  const plain = type === 'boolean' && variants.at(-1)?.key !== 'on'
  const close = () =>
    void navigate({ search: (old) => ({ ...old, new: undefined, like: undefined }), resetScroll: false })
  const { mutateAsync: createFlag } = trpc.flags.create.useMutation()
  const create = useMutation({
    mutationFn: async (value: NameAndKeyValue) => {
      // A fast user may submit before the environments are loaded.
      const known = on ? await utils.environments.list.ensureData({ project }) : []
      const where = firstOpen(known)
      const own = plain ? undefined : (readVariants(type, variants) ?? undefined)
      const onIn = where === undefined ? [] : [where.key]
      const flag = await createFlag({ project, ...value, type, variants: own, onIn })
      return { flag, where }
    },
    onSuccess: async ({ flag, where }) => {
      void utils.flags.keys.invalidate({ project })
      void utils.builds.invalidate()
      await utils.flags.list.invalidate({ project })
      const snippet = (
        <Anchor component={Link} to={`/p/${project}/connect?flag=${encodeURIComponent(flag.key)}`} fz="sm">
          Get snippet
        </Anchor>
      )
      done(where ? `${flag.key} is on in ${where.name}.` : `${flag.key} is off everywhere.`, { action: snippet })
      close()
    },
  })
  const submit = (value: NameAndKeyValue) => {
    setShown(true)
    if (plain || readVariants(type, variants) !== null) create.mutate(value)
  }
  const choose = (chosen: string) => {
    const next = FlagType.parse(chosen)
    setType(next)
    setVariants(next === 'boolean' ? [] : firstVariants(next))
  }
  return (
    <Modal opened onClose={close} title="New flag" closeButtonProps={{ 'aria-label': 'Close' }}>
      <NameAndKeyForm
        schema={CreateFlagInput.pick({ name: true, key: true })}
        placeholder="Checkout redesign"
        maxKeyLength={100}
        {...(like && { begins: { name: nameFromKey(like.key), key: like.key } })}
        submit="Create flag"
        pending={create.isPending}
        refusal={create.error ? refusalOf(create.error) : null}
        onSubmit={submit}
      >
        <SegmentedControl aria-label="Type" data={[...FlagType.options]} value={type} onChange={choose} size="xs" />
        {plain ? null : <VariantFields type={type} variants={variants} onChange={setVariants} showProblems={shown} />}
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
