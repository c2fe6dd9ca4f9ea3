import { type DataTag, type QueryKey, useQueryClient } from "@tanstack/react-query";

/** Changes the cached answer of a query, if it has one, before the server has answered a command. Returns the rollback. */
export function useCachedChange<Data>(queryKey: DataTag<QueryKey, Data, Error>) {
  const client = useQueryClient();
  return (changed: (data: Data) => Data) => {
    const before = client.getQueryData(queryKey);
    client.setQueryData(queryKey, (data: Data | undefined) => data && changed(data));
    return () => void client.setQueryData(queryKey, before);
  };
}
