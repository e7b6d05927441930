declare module 'postject' {
  /** Writes a resource into an executable file. */
  export const inject: (
    file: string,
    resource: string,
    data: Uint8Array,
    options: { sentinelFuse: string; machoSegmentName?: string },
  ) => Promise<void>
}
