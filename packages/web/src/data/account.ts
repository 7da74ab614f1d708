import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { UseMutationResult, UseQueryResult } from "@tanstack/react-query";
import type { PersonInputs, PersonOutputs } from "@anteroom/client";
import { client } from "./client.ts";
import { whenConfirmed } from "./confirmation.ts";
import { keys } from "./keys.ts";
import { useDeed, useDoor, type Deed } from "./mutations.ts";
import { answerByPasskey, makePasskey, type PasskeyAnswer } from "./passkeys.ts";

// Apart from index.ts, so that pages which have nothing to do with signing in do not load it.

export type Account = PersonOutputs["read_account"];
export type Passkey = Account["passkeys"][number];
export type Identity = Account["identities"][number];
export type OpenSignIn = Account["sign_ins"][number];
export type SignInWays = PersonOutputs["list_sign_in_ways"];
export type ConfirmationWays = PersonOutputs["begin_confirmation"];

/** How often to look where else the person signed in; no event tells it. */
const SIGN_INS_MS = 20_000;

const changedAccount = (): readonly (readonly string[])[] => [keys.account];
/** A decision asks for a passkey as soon as there is one. */
const changedPasskeys = (): readonly (readonly string[])[] => [keys.account, keys.proposals];

/** How this person signs in, and where. */
export function useAccount(): UseQueryResult<Account> {
  return useQuery({
    queryKey: keys.account,
    queryFn: ({ signal }) => client.call("read_account", {}, { signal }),
    refetchInterval: SIGN_INS_MS,
  });
}

/** The ways to sign in here, beside the password. */
export function useSignInWays(): UseQueryResult<SignInWays> {
  return useQuery({
    queryKey: keys.signInWays,
    queryFn: ({ signal }) => client.call("list_sign_in_ways", {}, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    meta: { signedOut: "stay" },
  });
}

/** Whether the printed link can still make the owner. */
export function useSetUpLink(secret: string): UseQueryResult<PersonOutputs["read_set_up"]> {
  return useQuery({
    queryKey: keys.setUp(secret),
    queryFn: ({ signal }) => client.call("read_set_up", { secret }, { signal }),
    enabled: secret !== "",
    refetchOnWindowFocus: false,
    meta: { signedOut: "stay" },
  });
}

/** Whose password a reset link sets; `not_found` once it is over. */
export function useReset(secret: string): UseQueryResult<PersonOutputs["read_reset"]> {
  return useQuery({
    queryKey: keys.reset(secret),
    queryFn: ({ signal }) => client.call("read_reset", { secret }, { signal }),
    enabled: secret !== "",
    refetchOnWindowFocus: false,
    meta: { signedOut: "stay" },
  });
}

/** The ways in which this person can confirm to be there. What it answers works once, so it is never kept. */
export function useConfirmationWays(): UseQueryResult<ConfirmationWays> {
  return useQuery({
    queryKey: keys.confirmation,
    queryFn: ({ signal }) => client.call("begin_confirmation", {}, { signal }),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  });
}

/** Confirms by a password, or by a passkey's answer. Itself never asks for a confirmation. */
export function useConfirm(): UseMutationResult<PersonOutputs["confirm"], Error, PersonInputs["confirm"]> {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (input: PersonInputs["confirm"]) => client.call("confirm", input),
    onSuccess: () => void cache.invalidateQueries({ queryKey: keys.account }),
  });
}

/** The second step, by a code; `wrong_credentials` for a wrong one, and once the first step is too long ago. */
export const useFinishSignIn = (): Deed<"finish_sign_in"> => useDoor("finish_sign_in");
/** Sets a new password by a link and signs in, or answers with a second step. */
export const useResetPassword = (): Deed<"reset_password"> => useDoor("reset_password");

/** Signs in by a passkey: by the answer that a field gave, or by asking for one now. */
export function usePasskeySignIn(): UseMutationResult<
  PersonOutputs["finish_passkey_sign_in"],
  Error,
  PasskeyAnswer | undefined
> {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async (given: PasskeyAnswer | undefined) =>
      await client.call(
        "finish_passkey_sign_in",
        given ?? (await answerByPasskey(await client.call("begin_passkey_sign_in", {}))),
      ),
    onSuccess: () => cache.removeQueries({ type: "inactive" }),
    meta: { signedOut: "stay" },
  });
}

/** Changes the name under which others see this person. */
export const useRenamePerson = (): Deed<"rename_person"> =>
  useDeed("rename_person", () => [keys.account, keys.home, keys.allMembers]);

/** Sets a new password; every other sign-in of this person ends. */
export const useChangePassword = (): Deed<"change_password"> => useDeed("change_password", changedAccount);

/** Lets this device make a passkey, and keeps it under a name. `PasskeyError` if none was made. */
export function useAddPasskey(): UseMutationResult<PersonOutputs["finish_add_passkey"], Error, string> {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async (name: string) => {
      const request = await whenConfirmed(() => client.call("begin_add_passkey", {}));
      const answer = await makePasskey(request);
      return await whenConfirmed(() => client.call("finish_add_passkey", { ...answer, name }));
    },
    onSettled: async () => {
      await Promise.all(changedPasskeys().map((queryKey) => cache.invalidateQueries({ queryKey })));
    },
  });
}

/** Renames a passkey. */
export const useRenamePasskey = (): Deed<"rename_passkey"> => useDeed("rename_passkey", changedAccount);
/** Removes a passkey; `conflict_state` if nobody could sign in any more. */
export const useRemovePasskey = (): Deed<"remove_passkey"> => useDeed("remove_passkey", changedPasskeys);

/** Makes a secret for an authenticator app. It counts from its first code on. */
export const useBeginSecondFactor = (): Deed<"begin_second_factor"> =>
  useDeed("begin_second_factor", () => []);
/** Switches the second factor on; answers with recovery codes that are shown once. */
export const useFinishSecondFactor = (): Deed<"finish_second_factor"> =>
  useDeed("finish_second_factor", changedAccount);
/** Makes new recovery codes; the old ones stop working. */
export const useRenewRecoveryCodes = (): Deed<"renew_recovery_codes"> =>
  useDeed("renew_recovery_codes", changedAccount);
/** Switches the second factor off. */
export const useRemoveSecondFactor = (): Deed<"remove_second_factor"> =>
  useDeed("remove_second_factor", changedAccount);

/** Takes a company's sign-in away; `conflict_state` if nobody could sign in any more. */
export const useUnlinkIdentity = (): Deed<"unlink_identity"> => useDeed("unlink_identity", changedAccount);

/** Ends one sign-in of this person. */
export const useEndSignIn = (): Deed<"end_sign_in"> => useDeed("end_sign_in", changedAccount);
/** Ends every sign-in of this person but this browser's. */
export const useEndOtherSignIns = (): Deed<"end_other_sign_ins"> =>
  useDeed("end_other_sign_ins", changedAccount);
