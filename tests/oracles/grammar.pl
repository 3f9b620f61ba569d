# SPDX-License-Identifier: MIT
# Checks texts against formats/grammar.md: perl grammar.pl RULE [-l] FILE...
# Names each file (with -l: each line) that does not match RULE as a whole; then its status is 1.
# The parsing expression grammar of the page becomes one regular expression: a rule is a named
# group, a choice and a repetition are atomic.
use strict;
use warnings;

my $start = shift // '';
my $lines = @ARGV && $ARGV[0] eq '-l' ? shift : 0;
my $page = $ENV{GRAMMAR} // 'formats/grammar.md';

sub slurp {
    my ($file) = @_;
    open my $in, '<:raw', $file or die "$file: $!\n";
    local $/;
    my $text = <$in> // '';
    utf8::decode($text); # what is not UTF-8 stays as it is, bytes for Latin-1
    return $text;
}

my $source = join "\n", slurp($page) =~ /^```ebnf\n(.*?)^```/msg;
my (%rule, $last);
for (split /\n/, $source) {
    if (/^([a-z]+)\s+::=\s+(.*)/) {
        die "grammar: $1 is defined twice\n" if exists $rule{$1};
        $rule{$last = $1} = $2;
    } elsif (/\S/) {
        $rule{$last} .= " $_";
    }
}

my %used = ($start => 1);

# One rule's right side as a regular expression.
sub translate {
    my ($name) = @_;
    my $regex = '';
    for ($rule{$name}) {
        while (/\G\s*(?:('[^']*'|"[^"]*")|(\[\^?\]?(?:\\.|[^\]\\])*\])|#x([0-9A-F]+)|([a-z]+)|([()|!])|([*+?]))/gc) {
            my ($literal, $class, $code, $ref, $sign, $repeat) = ($1, $2, $3, $4, $5, $6);
            if (defined $literal) {
                $regex .= '(?:' . quotemeta(substr $literal, 1, -1) . ')';
            } elsif (defined $class) {
                $class =~ s/#x([0-9A-F]+)/sprintf '\\x{%s}', $1/ge;
                $regex .= $class;
            } elsif (defined $code) {
                $regex .= "\\x{$code}";
            } elsif (defined $ref) {
                die "grammar: $name uses $ref, which is not defined\n" if !exists $rule{$ref};
                $used{$ref} = 1;
                $regex .= "(?&$ref)";
            } elsif (defined $sign) {
                $regex .= $sign eq '(' ? '(?>' : $sign eq '!' ? '(?!)' : $sign;
            } else {
                $regex .= "$repeat+"; # possessive
            }
        }
        /\G\s*$/gc or die "grammar: $name: what is this: ", substr($_, pos // 0), "\n";
    }
    # `!` is before one term, a name or a group
    $regex =~ s/\(\?!\)(\(\?&\w+\)|\[[^\]]*\])/(?!$1)/g;
    return "(?<$name>(?>$regex))";
}

die "grammar: no rule $start\n" if !exists $rule{$start};
my $define = join '', map { translate($_) } sort keys %rule;
my $regex = do { no warnings; qr/\A(?&$start)\z(?(DEFINE)$define)/ };

my $status = 0;
for my $file (@ARGV) {
    my $text = slurp($file);
    my $number = 0;
    for my $part ($lines ? split(/\n/, $text) : $text) {
        $number++;
        next if $part =~ $regex;
        $status = 1;
        print $lines ? "$file:$number: $part\n" : "$file\n";
    }
}
exit $status;
