const sizes = { classic: 'l', compact: 's', bold: 'xl' } as const

export const Hero = ({ title }: { title: string }) => {
  return (
    <h1 className={`hero hero--compact`} data-size={sizes['compact']}>
      {title}
    </h1>
  )
}
