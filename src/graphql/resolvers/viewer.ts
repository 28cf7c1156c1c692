import {
  Ctx,
  Field,
  FieldResolver,
  ID,
  Int,
  ObjectType,
  Query,
  Resolver,
  registerEnumType,
} from 'type-graphql';
import { PermissionName } from '../../core/entities/api-key.ts';
import { RoleName } from '../../core/entities/team-member.ts';
import {
  type Caller,
  isCustomersKey,
  keyKindOf,
  organizationOf,
  profileOfCaller,
} from '../../core/foundation/context.ts';
import { allPermissions, isPermitted } from '../../core/foundation/permissions.ts';
import type { DatabaseState } from '../../core/foundation/ports/outgoing-calls.ts';
import { enumName } from '../../core/model/index.ts';
import { type Membership, type Person, readMemberships, readPerson } from '../../core/team/persons.ts';
import { callerContext, type GraphqlContext } from '../kit/context.ts';

// Compiled operations do not serialize enums: each value must equal its name.
const keyKinds = {
  API_KEY: 'API_KEY',
  PERSON: 'PERSON',
  PUBLISHABLE_KEY: 'PUBLISHABLE_KEY',
  EPHEMERAL_KEY: 'EPHEMERAL_KEY',
  ADMIN_KEY: 'ADMIN_KEY',
} as const;

registerEnumType(keyKinds, {
  name: 'KeyKind',
  description: 'Kinds of API key.',
  valuesConfig: {
    API_KEY: { description: "A merchant's secret key, for its server." },
    PERSON: { description: 'A person who signed in, in place of a key.' },
    PUBLISHABLE_KEY: { description: "A merchant's public key, for clients such as browsers." },
    EPHEMERAL_KEY: {
      description: "The key of a payment's customer, for the payment and the customer's saved methods.",
    },
    ADMIN_KEY: { description: 'A key of an administrator or an organization, or an operator who signed in.' },
  },
});

@ObjectType({ description: 'The person who is signed in.', simpleResolvers: true })
class ViewerPerson implements Omit<Person, 'isProved'> {
  @Field(() => ID, { description: 'Unique identifier of the person.' }) personId!: string;
  @Field(() => String, { description: 'E-mail address that the person signs in with.' }) email!: string;
  @Field(() => String, { description: 'Name of the person.' }) name!: string;
  @Field(() => Boolean, {
    description: 'Whether signing in with a password also takes a code of an authenticator app.',
  })
  twoFactorEnabled!: boolean;
}

@ObjectType({ description: 'A merchant account that the person belongs to.', simpleResolvers: true })
class ViewerMerchantAccount implements Membership {
  @Field(() => ID, {
    description: 'Unique identifier of the merchant account, for the header `switchyard-merchant`.',
  })
  merchantId!: string;
  @Field(() => String, { nullable: true, description: 'Name of the merchant.' }) name!: string | null;
  @Field(() => RoleName.members, { description: "The person's role there." }) role!: Membership['role'];
  @Field(() => Int, { description: 'How far its test clock was advanced, in seconds.' })
  testClockAdvancedBy!: number;
}

@ObjectType({
  description: 'The caller, as identified by the API key or the session of the request.',
  simpleResolvers: true,
})
export class Viewer {
  @Field(() => keyKinds, { description: 'Kind of the key.' }) keyKind!: keyof typeof keyKinds;
  @Field(() => ID, {
    nullable: true,
    description: 'Merchant of the key, or that the person acts for; null for the admin API key.',
  })
  merchantId?: string | null;
  @Field(() => [PermissionName.members as never], {
    description: "The caller's permissions: all, unless its key or its role is restricted.",
  })
  permissions!: readonly string[];
  @Field(() => RoleName.members, {
    nullable: true,
    description: 'Role of the person in the merchant account; null for a key.',
  })
  role?: string | null;
  @Field(() => String, {
    description: 'Environment of the service: `test`, where no money moves, or `live`.',
  })
  environment!: string;
  @Field(() => String, {
    nullable: true,
    description:
      "State of the service's database: `original`; `undecided`, where it was restored or may be a copy, and no operator has said which; or `copy`. Nothing is sent to connectors, webhook endpoints and mail servers but from the original. Null for the keys of customers.",
  })
  databaseState?: DatabaseState | null;
  @Field(() => ID, {
    nullable: true,
    description: 'Business profile that the key is restricted to; null if to none.',
  })
  profileId?: string | null;
  @Field(() => ID, {
    nullable: true,
    description: 'Organization whose merchant accounts the key is restricted to; null if to none.',
  })
  organizationId?: string | null;
}

/** The person who is signed in, as a member or an operator; null for a key. */
function personIn(caller: Caller): string | null {
  if (caller.kind === 'person') return caller.personId;
  return caller.kind === 'admin_key' && caller.holder?.type === 'person' ? caller.holder.id : null;
}

@Resolver(() => Viewer)
export class ViewerQueries {
  @FieldResolver(() => ViewerPerson, {
    nullable: true,
    description: 'The person who is signed in; null for a key.',
  })
  async person(@Ctx() graphql: GraphqlContext): Promise<ViewerPerson | null> {
    const ctx = callerContext(graphql);
    const personId = personIn(ctx.caller);
    return personId === null ? null : readPerson(ctx, personId);
  }

  @FieldResolver(() => [ViewerMerchantAccount], {
    description: 'The merchant accounts that the person belongs to; empty for a key.',
  })
  async merchantAccounts(@Ctx() graphql: GraphqlContext): Promise<ViewerMerchantAccount[]> {
    const ctx = callerContext(graphql);
    const personId = personIn(ctx.caller);
    return personId === null ? [] : readMemberships(ctx, personId);
  }

  @Query(() => Viewer, {
    description: 'Whose the key or the session of the request is, and its permissions.',
  })
  viewer(@Ctx() graphql: GraphqlContext): Viewer {
    const ctx = callerContext(graphql);
    const { caller } = ctx;
    const held = isCustomersKey(keyKindOf(caller)) ? [] : allPermissions;
    return {
      keyKind: caller.kind.toUpperCase() as Uppercase<Caller['kind']>,
      merchantId: caller.kind === 'admin_key' ? null : caller.merchantId || null,
      permissions: held.filter((permission) => isPermitted(ctx, permission)).map(enumName),
      environment: ctx.ports.environment,
      databaseState: isCustomersKey(keyKindOf(caller)) ? null : (ctx.ports.outgoing.off ?? 'original'),
      profileId: profileOfCaller(caller),
      organizationId: organizationOf(caller),
      role: caller.kind === 'person' ? caller.role && enumName(caller.role) : null,
    };
  }
}
