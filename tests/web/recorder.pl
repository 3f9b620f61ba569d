#!/usr/bin/env perl
# SPDX-License-Identifier: MIT
# Replaces a tool on the PATH of the command-line tests, runs it, and keeps what went in and came out as a file
# of JSON, once of each kind: arguments, environment, standard input, files and folders that arguments name; status, output,
# files. Of a call that another host cannot be given, it keeps why. Strings are in base64; contents lie in `data`, by their
# sums.
#   XPGN_REAL    the folder of the tools
#   XPGN_CALLS   the folder for the files, which get one of their own for each file of tests
#   XPGN_LIMITS  what /proc/self/limits says where no test has set one
use strict;
use warnings;
use Cwd qw(getcwd realpath);
use Digest::SHA qw(sha256_hex);
use File::Find ();
use File::Glob qw(:bsd_glob);
use MIME::Base64 qw(encode_base64);
use POSIX qw(_exit dup2 sigprocmask :signal_h);

my ($name) = $0 =~ m{([^/]+)\z};
my $real = "$ENV{XPGN_REAL}/$name";
my $most = 16 << 20; # bytes of all that is kept of a call
my $kept = "$ENV{XPGN_CALLS}/" . (($ENV{BATS_TEST_FILENAME} // '') =~ m{([^/]+)\z} ? $1 : 'none');

sub slurp { my ($path) = @_; open my $in, '<:raw', $path or return undef; local $/; return scalar <$in>; }
sub pack64 { return '"' . encode_base64($_[0], '') . '"'; }
sub list { return '[' . join(',', map { pack64($_) } @_) . ']'; }
sub table { my ($of, $write) = @_; return '{' . join(',', map { pack64($_) . ':' . $write->($of->{$_}) } sort keys %$of) . '}'; }

# Writes a file if it is not there, and if a test has not set a limit to files.
sub put {
    my ($to, $text) = @_;
    return if -e $to || !open my $out, '>:raw', "$to.$$";
    local $SIG{XFSZ} = 'IGNORE';
    print $out $text;
    if (close $out) { rename "$to.$$", $to; }
    else { unlink "$to.$$"; }
}

sub content { my ($text) = @_; my $sum = sha256_hex($text); put("$kept/data/$sum", $text); return qq("$sum"); }

# Keeps a call once: the key has what went in.
sub keep {
    my ($in, $came) = @_;
    put("$kept/" . sha256_hex($in), "{$in,$came," . '"from":' . pack64($ENV{BATS_TEST_NAME} // '') . "}\n");
}

sub called { return '"tool":' . pack64($name) . ',"args":' . list(@ARGV); }

# Keeps why a call is no other host's, and steps aside.
sub leave { my ($why) = @_; keep(called(), '"left":' . pack64($why)); exec {$real} $real, @ARGV or _exit(127); }

# Paths that the arguments may name; points alone are a value that means something else.
my @paths = grep { $_ ne '' && !/\n/ && length $_ < 4096 } map { ($_, grep { !/^\.*$/ } /=(.*)/s, /^@(.*)/s, /^\w+:(.*)/s) } @ARGV;

sub why_left {
    return 'faults that are injected' if $ENV{LD_PRELOAD};
    return 'a tracer' if slurp('/proc/self/status') !~ /^TracerPid:\s+0$/m;
    return 'a limit of the system' if slurp('/proc/self/limits') ne slurp($ENV{XPGN_LIMITS});
    return 'a terminal' if -t STDIN || -t STDOUT || -t STDERR;
    for my $stream (\*STDIN, \*STDOUT, \*STDERR) {
        # one that was closed is this file, which Perl has opened
        return 'a descriptor that is closed' if !stat $stream || -f _ && join(':', (stat _)[0, 1]) eq join(':', (stat $0)[0, 1]);
        stat $stream;
        return 'a device, or a folder, as a descriptor' if !(-p _ || -f _ || -S _) && (stat _)[6] != (stat '/dev/null')[6];
    }
    my $file = -f STDIN ? join ':', (stat _)[0, 1] : '';
    my %names;
    for (@paths) {
        return 'one file by two names' if $file && -f && join(':', (stat _)[0, 1]) eq $file;
        my $same = \$names{realpath($_) // $_};
        $$same //= $_;
        return 'one file by two names' if $$same ne $_ && "$$same\n$_" =~ m{^/}m;
        return 'a device or a pipe as a file' if m{^/(?:dev|proc|sys)/} && $_ ne '/dev/null' || -e && !(-f || -d || $_ eq '/dev/null');
        return 'the folder of the project as a file' if -d && m{^[/.]*$} && getcwd() eq ($ENV{ROOT} // '');
        return 'a file system of its own' if -d && (stat _)[0] != (stat "$_/..")[0];
        return 'a link' if -l || -f && (stat _)[3] > 1;
        my ($folder) = m{^(.*/)}s ? $1 : './';
        return 'a permission' if $_ ne '/dev/null' && (-f && ((stat _)[2] & 06600) != 0600 || -d $folder && ((stat _)[2] & 0700) != 0700);
        return 'a permission' if -f && (stat _)[2] & 0077 && (slurp($_) // '') =~ /^xpgn-chain /;
    }
    return undef;
}

# Why what arguments name, or lies below, is no other host's: links and pipes in a folder, locks that another process holds.
sub why_files {
    my @found = sort keys %{named()};
    my %locks = map { /:(\d+) / ? ($1 => 1) : () } split /\n/, slurp('/proc/locks') // '';
    for (@found) {
        return 'a link' if -l;
        return 'a device or a pipe as a file' if -p || -S _;
        return 'a lock that another process holds' if -f _ && $locks{(stat _)[1]};
    }
    return undef;
}

# a tool that a tool calls is part of that call
exec {$real} $real, @ARGV or _exit(127) if $ENV{XPGN_NOTED}++;
mkdir $kept;
mkdir "$kept/data";
my $why = why_left();
leave($why) if defined $why;

# Files and folders below one.
sub below {
    my ($found, $path) = @_;
    File::Find::find({no_chdir => 1, wanted => sub { (my $p = $_) =~ s{^\./}{}; $found->{$p} = 1; }}, $path);
}

# Rulesets that a ruleset is built on, and all that lie beside it.
sub rulesets { my ($found, $path) = @_; $found->{$_} = 1 for bsd_glob(($path =~ m{^(.*/)}s ? "\Q$1\E" : '') . '*.yaml'); }

# Files and folders that arguments name.
sub named {
    my %found;
    for my $path (@paths) {
        if (-d $path) { below(\%found, $path); }
        else {
            $found{$_} = 1 for $path, $path =~ m{[./]} ? bsd_glob("\Q$path\E*") : ();
            rulesets(\%found, $path) if $path =~ /\.yaml$/;
        }
    }
    return \%found;
}

# And what these lie in, and the folder that the tool stands in if it is none of the project's.
sub looked_at {
    my %found = %{named()};
    $found{$_} = 1 for map { m{^(.+)/}s } @paths;
    below(\%found, $_) for grep { -d } split /:/, $ENV{XPGN_PATH} // '';
    $found{$_} = 1 for grep { -d } $ENV{TMPDIR} // ();
    if (getcwd() ne ($ENV{ROOT} // '')) { below(\%found, $_) for '.', (grep { m{^\.\./} } @paths) ? '..' : (); }
    return sort keys %found;
}

# Contents by paths, folders end in a slash; without the files `but`. Undefined if it is too much.
sub state_of {
    my ($but, @paths) = @_;
    my (%state, $size);
    for my $path (@paths) {
        if (-d $path) { (my $p = $path) =~ s{/*$}{/}; $state{$p} = ''; next; }
        next if !-f _ || $but->{join ':', (stat _)[0, 1]};
        $size += -s _;
        return undef if $size > $most;
        $state{$path} = slurp($path);
        return undef if !defined $state{$path};
    }
    return \%state;
}

$why = why_files();
leave($why) if defined $why;
my $before = state_of({}, looked_at());
leave('more than 16 MiB') if !$before;
my ($in, $out, $err, $ended) = ('', '', '', '');
# What the tool may leave to others of the test is handed on: a file, and a pipe if it reads something else or nothing.
my $else = $name =~ /-(?:odds|simulate)$/ || $name ne 'xpgn-record' && grep { !/^-/ && (-f || $_ eq '/dev/null') } @ARGV;
my $handed = -f STDIN || -c _ || -p _ && $else && !grep { /^(?:.*=)?-$/s } @ARGV;
if (-f STDIN && open my $file, '<:raw', '/proc/self/fd/0') { seek $file, sysseek(STDIN, 0, 1), 0; local $/; $in = <$file> // ''; }
pipe(my $from_in, my $to_in); pipe(my $from_out, my $to_out); pipe(my $from_err, my $to_err); pipe(my $from_log, my $to_log);
# A signal waits until it can be handed on.
my $signals = POSIX::SigSet->new(SIGINT, SIGTERM, SIGHUP, SIGQUIT);
sigprocmask(SIG_BLOCK, $signals);
my $child = fork;
if ($child == 0) {
    sigprocmask(SIG_UNBLOCK, $signals);
    dup2(fileno $from_in, 0) if !$handed; dup2(fileno $to_out, 1); dup2(fileno $to_err, 2);
    POSIX::close($_) for map { fileno $_ } $from_in, $to_in, $from_out, $to_out, $from_err, $to_err, $from_log, $to_log;
    # a test that kills its tool kills this process, which takes the tool with it
    exec 'setpriv', '--pdeathsig', 'KILL', '--', $real, @ARGV or _exit(127);
}
# Standard input goes through a process of its own, which says what it was, and ends as this process does.
pipe(my $from_life, my $life);
my $pump = fork;
if ($pump == 0) {
    sigprocmask(SIG_UNBLOCK, $signals);
    _exit(0) if $handed;
    close $_ for $from_out, $to_out, $from_err, $to_err, $from_in, $from_log, $life, \*STDOUT, \*STDERR;
    $SIG{PIPE} = 'IGNORE';
    my $open = 1;
    while (1) {
        my $bits = '';
        vec($bits, $_, 1) = 1 for 0, fileno $from_life;
        next if select($bits, undef, undef, undef) <= 0;
        last if vec($bits, fileno $from_life, 1) || !sysread STDIN, my $piece, 65536;
        syswrite $to_log, $piece;
        $open &&= defined syswrite $to_in, $piece;
        last unless $open;
    }
    _exit(0);
}
close $_ for $from_in, $to_in, $to_out, $to_err, $to_log;
for my $signal (qw(INT TERM HUP QUIT)) { $SIG{$signal} = sub { $ended = 'a signal'; kill $signal, $child }; }
sigprocmask(SIG_UNBLOCK, $signals);
# the tool finds out by itself, as it writes to this process
$SIG{PIPE} = sub { $ended = 'a reader that goes away'; };
my %left = (fileno $from_out => [$from_out, \$out, \*STDOUT], fileno $from_err => [$from_err, \$err, \*STDERR], fileno $from_log => [$from_log, \$in]);
my $outputs = 2;
while ($outputs > 0) {
    my $bits = '';
    vec($bits, $_, 1) = 1 for keys %left;
    next if select($bits, undef, undef, undef) <= 0;
    for my $fd (grep { vec $bits, $_, 1 } keys %left) {
        my ($pipe, $text, $to) = @{$left{$fd}};
        if (sysread $pipe, my $piece, 65536) {
            $$text .= $piece;
            next if !$to || defined syswrite $to, $piece;
        }
        delete $left{$fd};
        next if !$to;
        close $pipe;
        $outputs--;
    }
}
waitpid $child, 0;
my $status = $?;
kill 'TERM', $pump;
while (exists $left{fileno $from_log} && sysread $from_log, my $piece, 65536) { $in .= $piece; }
waitpid $pump, 0;

# not what the shell writes to
my $after = state_of({map { join(':', (stat $_)[0, 1]) => 1 } \*STDOUT, \*STDERR}, looked_at());
$ended ||= 'a signal' if $status & 127;
$ended ||= 'more than 16 MiB' if !$after || length($in) + length($out) + length($err) > $most;
my %env = map { $_ => $ENV{$_} } grep { exists $ENV{$_} } qw(NO_COLOR TERM TMPDIR XPGN_PATH XPGN_FORCE TZ);
if ($ended) { keep(called(), '"left":' . pack64($ended)); }
else {
    keep(called() . ',"env":' . table(\%env, \&pack64) . ',"stdin":' . content($in) . ',"before":' . table($before, \&content),
        '"status":' . ($status >> 8) . ',"stdout":' . content($out) . ',"stderr":' . content($err) . ',"after":' . table($after, \&content));
}
if ($status & 127) { $SIG{$_} = 'DEFAULT' for qw(INT TERM HUP QUIT PIPE); kill $status & 127, $$; }
_exit($status >> 8);
